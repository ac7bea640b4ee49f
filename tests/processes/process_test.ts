// Starts a server process: how it starts, prints, logs and stops is that of a process.
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { CandidateCheckSchema, TradesSimulationSchema } from "../../server/contracts/simulation.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { openDatabase } from "../../server/store/database.ts";
import { CANDIDATE, FAMILY } from "../../server/testing/arena.ts";
import { makeDatasetFiles, writeDatasets } from "../../server/testing/datasets.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";
import {
  connect,
  largePath,
  post,
  send,
  sendUnread,
  untilReadyz,
  write,
} from "../../server/testing/wire.ts";

const KEY = /sa_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}/;

Deno.test("a first start prints an address and a key that give a score; a second no key", async () => {
  await using home = await Home.make();
  await using first = await home.serve({ ARENA_WROKERS: "1" });
  const { key } = first;
  assertMatch(key, KEY);
  const simulated = await post(first, "/simulations/summary", JSON.stringify(CANDIDATE), key);
  const evaluated = await post(first, "/evaluations", await simulated.text(), key);
  assertEquals(typeof (await evaluated.json()).data.score, "number");
  const { code, stderr } = await first.stop();
  assertEquals(code, 0);
  assertMatch(stderr, /^Ignored: ARENA_WROKERS is no setting, the nearest is ARENA_WORKERS$/m);

  await using second = await home.serve();
  assertEquals(second.key, "");
  assertEquals((await second.client(key).listFamilies()).length, 1);
  await second.stop();
  const database = openDatabase(home.keysFile);
  const counted = database.prepare("SELECT length(kept) AS bytes, beyond FROM evaluated").all();
  assertEquals(counted.map(Object.entries), [[["bytes", 8], ["beyond", 0]]]);
  database.close();
});

Deno.test("a server that cannot start says why in one sentence", async () => {
  await using home = await Home.make();
  const wrong = await home.run("start", [], { ARENA_PORT: "none" });
  assertEquals(
    [wrong.code, wrong.stderr],
    [1, 'Cannot start: ARENA_PORT is "none", must be a whole number from 0 to 65535\n'],
  );
  await using server = await home.serve();
  const taken = await home.run("start", [], { ARENA_PORT: String(server.port) });
  assertEquals(
    [taken.code, taken.stderr],
    [1, `Cannot listen on 127.0.0.1:${server.port}: it is taken, set ARENA_PORT\n`],
  );
  await server.stop();
  const [first, ...others] = await makeDatasetFiles();
  if (!first) throw new Error("there are files");
  const csv = first.csv.replace(/,[^,]+\n$/, ",-2\n");
  const entry = { ...first.entry, sha256: await sha256Hex(csv) };
  await writeDatasets(home.folder, [{ entry, csv }, ...others]);
  const refused = await home.run("start");
  assertEquals(refused.code, 1);
  assertMatch(
    refused.stderr,
    /^Cannot use the hourly dataset of susde: DATASET_INVALID: .*farImpliedApy.*\n$/,
  );
  await writeDatasets(home.folder);
  await Deno.writeTextFile(`${home.folder}/susde-hourly.csv`, "timestamp\n");
  const damaged = await home.run("start");
  assertEquals(damaged.code, 1);
  assertMatch(damaged.stderr, /^Cannot use .*\/susde-hourly\.csv: its SHA-256 is .*\n$/);
});

Deno.test("a candidate is simulated and evaluated without a server", async () => {
  await using home = await Home.make();
  const candidate = JSON.stringify(CANDIDATE);
  const simulated = await home.run("simulate", ["--view", "trades"], {}, candidate);
  assertEquals([simulated.code, simulated.stderr], [0, ""]);
  const { evidence } = TradesSimulationSchema.parse(JSON.parse(simulated.stdout));
  const evaluated = await home.run("evaluate", [], {}, simulated.stdout);
  assertEquals(evaluated.code, 0);
  assertMatch(evaluated.stderr, /^Not counted: [^\n]*\n$/);
  assertEquals(EvaluationSchema.parse(JSON.parse(evaluated.stdout)).evidence, evidence);
  const checked = await home.run("simulate", ["--check"], {}, candidate);
  const { candidateHash, cost } = CandidateCheckSchema.parse(JSON.parse(checked.stdout));
  assertEquals([cost.simulation, candidateHash], [10, evidence.candidateHash]);
});

Deno.test("an invalid candidate gives the same error without a server as with one", async () => {
  await using home = await Home.make();
  const wrong = { marketId: 9, components: [{ strategyId: "no-such" }] };
  const refused = await home.run("simulate", [], {}, JSON.stringify(wrong));
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /^REQUEST_VALIDATION_FAILED: .*\n {2}\/marketId .*\n/);
  assertStringIncludes(refused.stderr, "  /components/0/strategyId ");
  // A file may be a stranger's.
  const forged = { marketId: 1, components: [{ strategyId: "\r\u001b[2Kran" }] };
  const quoted = await home.run("simulate", [], {}, JSON.stringify(forged));
  assertStringIncludes(quoted.stderr, '"\\u000d\\u001b[2Kran"');
  const view = await home.run("simulate", ["--view", "all"]);
  assertStringIncludes(
    view.stderr,
    '--view is "all", must be full, summary, trades\nUsage: simulate ',
  );
  const empty = await home.run("evaluate", [], {}, "{");
  assertMatch(empty.stderr, /^MALFORMED_JSON: /);
});

const BODY = JSON.stringify(CANDIDATE);
const HEALTH = "GET /healthz HTTP/1.1\r\nHost: arena\r\n\r\n";

/** Connections that a client may have open when the server stops. */
const CONNECTIONS: Readonly<Record<string, (server: ServerProcess) => Promise<Deno.TcpConn>>> = {
  "connected, nothing sent": ({ port }) => send(port, ""),
  "half a head": ({ port }) => send(port, HEALTH.slice(0, 20)),
  "kept alive after a response": async ({ port }) => {
    const connection = await send(port, HEALTH);
    await connection.read(new Uint8Array(1024));
    return connection;
  },
  "unread responses": async (server) => await sendUnread(server, await largePath(server)),
  "a body without a key that does not arrive": async ({ port }) => {
    const head =
      `POST ${FAMILY}/simulations HTTP/1.1\r\nHost: arena\r\nContent-Length: 500\r\n\r\n`;
    const connection = await send(port, `${head}{`);
    await connection.read(new Uint8Array(1));
    return connection;
  },
  "a body with a key that does not arrive": async (server) => {
    const connection = await connect(server, "/simulations/summary", BODY.length);
    await write(connection, BODY.slice(0, 10));
    return connection;
  },
};

Deno.test("a stop with connections in every state ends with 0", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_BODY_DEADLINE_MS: "500",
    ARENA_DRAIN_MS: "10000",
  });
  const connections = await inTurn(Object.values(CONNECTIONS), (open) => open(server));
  // This response shows that the server has accepted the other connections.
  await (await fetch(`${server.origin}/healthz`)).text();
  const { code, stderr } = await server.stop();
  for (const connection of connections) connection.close();
  assertEquals(code, 0, stderr);
});

Deno.test("requests are accepted during the drain notice; a second signal exits at once", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_DRAIN_NOTICE_MS: "600000",
    ARENA_DRAIN_MS: "600000",
  });
  let isOver = false;
  const stopped = server.stop().finally(() => isOver = true);
  // New connections show that the port stays open.
  await untilReadyz(server, "SHUTTING_DOWN");
  const headers = { connection: "close" };
  const refused = await fetch(`${server.origin}/readyz`, { headers });
  await expectProblem(refused, "SHUTTING_DOWN");
  const taken = await post(server, "/simulations/summary", BODY, server.key);
  assertEquals(taken.status, 200, await taken.text());
  await until(() => {
    if (!isOver) interrupt(server);
    return isOver;
  }, "the end");
  const { code, stderr } = await stopped;
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    '"stopped at once","reason":"a second signal came, requests cut off: 0"',
  );
});

function interrupt({ pid }: ServerProcess): void {
  try {
    Deno.kill(pid, "SIGINT");
  } catch (error) {
    // The server has ended, and its status is still on the way to this process.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
