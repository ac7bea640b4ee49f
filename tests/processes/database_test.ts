import { assert, assertEquals, assertMatch } from "@std/assert";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { poll, until } from "../../server/testing/until.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { type Outcome } from "../../server/testing/programs.ts";
import type { Served } from "../../server/testing/served.ts";
import { Home } from "../../server/testing/server_process.ts";
import { post, untilReadyz } from "../../server/testing/wire.ts";

/** For a busy machine. */
const PATIENT = { ARENA_WORKERS: "1", ARENA_KEY_STORE_DEADLINE_MS: "20000" };
const SCOPES = "strategy:read,strategy:simulate,evaluation:run";

function jsonOf({ code, stdout, stderr }: Outcome): ReturnType<typeof JSON.parse> {
  assertEquals([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}

async function trialsOf(server: Served, key: string, capital: string): Promise<number> {
  const candidate = JSON.stringify({ ...CANDIDATE, capital });
  const simulated = await post(server, "/simulations/summary", candidate, key);
  const body = await simulated.text();
  assertEquals(simulated.status, 200, body);
  const evaluated = await post(server, "/evaluations", body, key);
  const answer = await evaluated.json();
  assertEquals(evaluated.status, 200, JSON.stringify(answer));
  return answer.data.verdict.trials.count;
}

testOnPostgres("servers on one database know each other's keys and trials", async (url) => {
  await using home = await Home.make();
  const env = { DATABASE_URL: url, ...PATIENT };
  const create = ["create", "--name", "bot", "--scopes", SCOPES, "--json"];
  const { id, key } = jsonOf(await home.run("keys", create, env));
  await using first = await LocalServer.in(home, env);
  await using second = await LocalServer.in(home, env);
  await Promise.all([first, second].map((server) => untilReadyz(server, '"ready"')));
  assertEquals(await trialsOf(first, key, "1001"), 1);
  assertEquals(await trialsOf(second, key, "1002"), 2);
  assertEquals(await trialsOf(first, key, "1002"), 2, "the same candidate is no new trial");
  await first.stop();
  assertEquals(await trialsOf(second, key, "1003"), 3, "what a server knew is in the database");
  const shown = async (): Promise<{ lastUsedAt: string | null }> =>
    jsonOf(await home.run("keys", ["show", id, "--json"], env));
  await poll("a use of the key", shown, ({ lastUsedAt }) => lastUsedAt !== null);
  assertEquals((await home.run("keys", ["revoke", id], env)).code, 0);
  const ask = (): Promise<Response> =>
    fetch(`${second.origin}/v1/families`, { headers: { "x-api-key": key } });
  await poll("a refusal", async () => {
    const response = await ask();
    await response.text();
    return response.status;
  }, (status) => status === 403);
  await second.stop();
  assertEquals(await Deno.stat(home.keysFile).catch(() => null), null, "there is no file");
});

testOnPostgres(
  "a database that goes away is waited for, and its keys are used meanwhile",
  async (url, postgres) => {
    await using home = await Home.make();
    const env = { DATABASE_URL: url, ...PATIENT };
    await using server = await LocalServer.in(home, env);
    await untilReadyz(server, '"ready"');
    const key = server.key;
    assertEquals(await trialsOf(server, key, "1001"), 1);
    await postgres.halt();
    const candidate = JSON.stringify({ ...CANDIDATE, capital: "1002" });
    const simulated = await post(server, "/simulations/summary", candidate, key);
    const body = await simulated.text();
    assertEquals(simulated.status, 200, body);
    const evaluated = await post(server, "/evaluations", body, key);
    const refusal = await evaluated.json();
    assertEquals([evaluated.status, refusal.code], [503, "AUTH_UNAVAILABLE"]);
    const ready = await fetch(`${server.origin}/readyz`);
    assertEquals(ready.status, 503, await ready.text());
    const stranger = await home.run("keys", ["list"], env);
    assertMatch(
      stranger.stderr,
      new RegExp(`^Cannot use the database 127.0.0.1:${postgres.port}/d\\w+: .*ECONNREFUSED`),
    );
    const failed = await home.spawn("start", [], env);
    const { code, stderr } = await failed.output();
    assertEquals([code, new TextDecoder().decode(stderr)], [1, stranger.stderr]);
    await until(
      () => server.log.includes("Cannot write trials and uses of keys"),
      "a write that fails",
    );
    await postgres.resume();
    await untilReadyz(server, '"ready"');
    assertEquals(await trialsOf(server, key, "1003"), 2, "what was refused is no trial");
    const written = (): Promise<string> =>
      postgres.sql("SELECT sum(length(ratios)) / 16 FROM arena.sharpe_ratios", url);
    await poll("the ratios of all three", written, (count) => count === "3");
  },
);

testOnPostgres("a database error is a sentence without the password", async (url, postgres) => {
  await using home = await Home.make();
  const later = await postgres.database();
  assertEquals((await home.run("keys", ["list"], { DATABASE_URL: later })).code, 0);
  await postgres.sql("UPDATE arena.schema_version SET version = 99", later);
  await postgres.sql("CREATE ROLE reader LOGIN PASSWORD 'other'", url);
  const secret = (address: string): string => address.replace("arena@", "nobody:s3cret@");
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      later,
      /^Cannot use the database \S+: its version is 99, must be at most \d+: use a later program\n$/,
    ],
    [secret(url), /^Cannot use the database \S+: role "nobody" does not exist\n$/],
    [secret(`${url}x`), /^Cannot use the database /],
    [
      "http://me:s3cret@db/arena",
      /^Cannot start: DATABASE_URL is not such an address, must be .*\n$/,
    ],
    [
      url.replace("arena@", "reader:s3cret@"),
      /^Cannot use the database \S+: permission denied for database .*\n$/,
    ],
  ];
  await inTurn(cases, async ([address, sentence]) => {
    const { code, stdout, stderr } = await home.run("keys", ["list"], { DATABASE_URL: address });
    assertMatch(stderr, sentence);
    assert(!stderr.includes("s3cret"), stderr);
    assertEquals([code, stdout], [1, ""]);
  });
});

Deno.test("backup and restore of a database print the commands to run", async () => {
  await using home = await Home.make();
  const env = { DATABASE_URL: "postgres://me:s3cret@127.0.0.1:1/arena" };
  const backup = await home.run("backup", [`${home.folder}/b`], env);
  const restore = await home.run("restore", [`${home.folder}/b`], env);
  assertEquals([backup.code, restore.code], [1, 1]);
  assertMatch(backup.stderr, /^Cannot back up .*; run pg_dump .* "\$DATABASE_URL"\n$/);
  assertMatch(restore.stderr, /^Cannot restore .*; run pg_restore .*="\$DATABASE_URL" FILE\n$/);
});
