import { FAMILY } from "../../server/testing/arena.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ArenaProblem } from "../../server/client/client.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { poll, until } from "../../server/testing/until.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { Home } from "../../server/testing/server_process.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { WorkerProcess } from "../../server/testing/shared_search.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

testOnPostgres(
  "a search is ordered from one server, run by a worker and read from another",
  async (url, postgres) => {
    await using home = await Home.make();
    const env = {
      DATABASE_URL: url,
      ARENA_WORKERS: "1",
      ARENA_SEARCH_WORKERS: "0",
      // For a busy machine.
      ARENA_KEY_STORE_DEADLINE_MS: "20000",
    };
    await using first = await LocalServer.in(home, env);
    await using second = await LocalServer.in(home, env);
    const servers = [first, second];
    await Promise.all(servers.map((server) => untilReadyz(server, '"ready"')));
    const key = first.key || second.key;
    const { searchId } = await first.patientClient(key).startSearch({ plan: SEARCH_PLAN });
    assertEquals((await second.patientClient(key).getSearch(searchId)).status, "queued");
    await using worker = await WorkerProcess.start(home, url, { ARENA_DATASETS: home.folder });
    const done = await poll(
      "the end of a search",
      () => second.patientClient(key).getSearch(searchId),
      ({ status }) => status !== "queued" && status !== "running",
    );
    assertEquals([done.status, done.failure], ["done", null]);
    assert(done.report !== null);
    const views = await inTurn(servers, (server) => server.patientClient(key).getSearch(searchId));
    assertEquals(views[0], views[1]);
    assertEquals(await worker.stop(), 0);

    // Without workers, a search waits, and ends when it is cancelled.
    const other = await second.patientClient(key).startSearch({ plan: SEARCH_PLAN });
    await first.patientClient(key).cancelSearch(other.searchId);
    assertEquals((await second.patientClient(key).getSearch(other.searchId)).status, "cancelled");
    // While the database is away, a search cannot be read, but is not reported as missing.
    await postgres.halt();
    const away = await assertRejects(() => second.client(key).getSearch(searchId), ArenaProblem);
    assertEquals([away.problem.status, away.problem.code], [503, "OVERLOADED"]);
    assertMatch(
      away.problem.detail,
      /their store is (unreachable|too slow); stored searches are kept/,
    );
    await postgres.resume();
    await poll(
      "the database",
      () => second.client(key).getSearch(searchId).catch(() => null),
      (view) => view?.status === "done",
    );
    await inTurn(servers, (server) => server.stop());
    const files = await Array.fromAsync(Deno.readDir(`${home.folder}/data`));
    assertEquals(files, [], "no file is written");
  },
);

testOnPostgres(
  "a server without search workers opens the store of searches before the first call",
  async (url, postgres) => {
    await using home = await Home.make();
    await using server = await LocalServer.in(home, {
      DATABASE_URL: url,
      ARENA_SEARCH_WORKERS: "0",
    });
    await untilReadyz(server, '"ready"');
    // The queue of jobs is made with the store.
    const statement = "SELECT count(*) FROM pg_namespace WHERE nspname = 'pgboss'";
    const ask = (): Promise<string> => postgres.sql(statement, url);
    await poll("the queue of searches", ask, (count) => count === "1");
  },
);

testOnPostgres(
  "while the database stands still, every call on searches is 503",
  async (url, postgres) => {
    await using home = await Home.make();
    await using server = await LocalServer.in(home, { DATABASE_URL: url });
    const ask = async (method: string, path: string): Promise<number> => {
      const response = await fetch(`${server.origin}${FAMILY}/searches${path}`, {
        method,
        headers: { "x-api-key": server.key },
      });
      await response.body?.cancel();
      return response.status;
    };
    await until(async () => await ask("GET", "") === 200);
    const one = `/${crypto.randomUUID()}`;
    const calls = [
      ["GET", ""],
      ["GET", one],
      ["DELETE", one],
      ["GET", `${one}/points`],
      ["GET", `${one}/points.parquet`],
      ["GET", `${one}/events`],
    ] as const;
    await postgres.freeze();
    try {
      const statuses = await Promise.all(calls.map(([method, path]) => ask(method, path)));
      assertEquals(statuses, calls.map(() => 503));
    } finally {
      await postgres.thaw();
    }
    await until(async () => await ask("GET", "") === 200);
    assertEquals(await ask("GET", one), 404);
  },
);
