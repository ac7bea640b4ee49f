import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { EvaluationSchema } from "../server/contracts/evaluation.ts";
import { CandidateCheckSchema, TradesSimulationSchema } from "../server/contracts/simulation.ts";
import { sha256Hex } from "../server/base/hash.ts";
import { openDatabase } from "../server/store/database.ts";
import { CANDIDATE } from "../server/testing/arena.ts";
import { makeDatasetFiles, writeDatasets } from "../server/testing/datasets.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { Home } from "../server/testing/server_process.ts";
import { until } from "../server/testing/until.ts";
import { post } from "../server/testing/wire.ts";

const KEY = /sa_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}/;

Deno.test("a first start prints an address and a key that give a score; a second no key", async () => {
  await using home = await Home.make();
  await using first = await home.serve();
  const { key } = first;
  assertMatch(key ?? "", KEY);
  const simulated = await post(first, "/simulations/summary", JSON.stringify(CANDIDATE), key);
  const evaluated = await post(first, "/evaluations", await simulated.text(), key);
  assertEquals(typeof (await evaluated.json()).data.score, "number");
  assertEquals((await first.stop()).code, 0);

  await using second = await home.serve();
  assertEquals(second.key, null);
  assertEquals((await second.client(key ?? "").listFamilies()).length, 1);
  await second.stop();
  const database = openDatabase(home.keysFile);
  const counted = database.prepare("SELECT length(kept) AS bytes, beyond FROM evaluated").all();
  assertEquals(counted.map(Object.entries), [[["bytes", 8], ["beyond", 0]]]);
  database.close();
});

Deno.test("a misspelt variable is a warning of the start, which goes on", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_WROKERS: "1" });
  const { code, stderr } = await server.stop();
  assertEquals(code, 0);
  assertMatch(stderr, /^Ignored: ARENA_WROKERS is no setting, the nearest is ARENA_WORKERS$/m);
});

Deno.test("every request has one log line, without a key", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_LOG: "json" });
  const { origin, key } = server;
  const get = async (path: string, presented: string): Promise<void> => {
    await (await fetch(origin + path, { headers: { "x-api-key": presented } })).text();
  };
  await get("/v1/families", key ?? "");
  await get(`/v1/${key}`, key ?? "");
  await get("/v1/families", `${key?.slice(0, -1)}${key?.endsWith("A") ? "B" : "A"}`);
  const echoed = await post(server, "/simulations", JSON.stringify({ [String(key)]: key }), key);
  assert(!KEY.test(await echoed.text()), "a key that stands in a body is not sent back");
  const { stdout, stderr } = await server.stop();
  const lines = stderr.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ status }) => status), [200, 404, 401, 400]);
  assertEquals(new Set(lines.map(({ network }) => network)), new Set(["127.0.0.0/24"]));
  assert(!KEY.test(stderr));
  assert(stdout.match(new RegExp(KEY, "g"))?.every((found) => found === key));
});

Deno.test("large bodies are read, and those over the limit are rejected", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_EVALUATION_BODY_BYTES: "200000" });
  const full = await post(server, "/simulations", JSON.stringify(CANDIDATE), server.key);
  const text = await full.text();
  assert(text.length > 65_536, "it is read chunk by chunk");
  const evaluated = await post(server, "/evaluations", text, server.key);
  assertEquals(evaluated.status, text.length > 200_000 ? 413 : 200, await evaluated.text());
  const spaces = " ".repeat(200_001);
  await expectProblem(await post(server, "/evaluations", spaces, server.key), "PAYLOAD_TOO_LARGE");
  const stream = new Blob([spaces]).stream();
  await expectProblem(await post(server, "/evaluations", stream, server.key), "PAYLOAD_TOO_LARGE");
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

Deno.test("keys are created, listed and revoked from the command line", async () => {
  await using home = await Home.make();
  const words = ["create", "--name", "bot", "--scopes", "strategy:read", "--json"];
  const made = JSON.parse((await home.run("keys", words)).stdout);
  assertMatch(made.key, KEY);
  await using server = await home.serve();
  assertEquals(server.key, null, "there is a key already");
  assertEquals((await server.client(made.key).listFamilies()).length, 1);
  const [listed] = JSON.parse((await home.run("keys", ["list", "--json"])).stdout);
  assertEquals([listed.id, listed.name, listed.status], [made.id, "bot", "active"]);
  assert(!("hash" in listed) && !("key" in listed));
  assertEquals((await home.run("keys", ["revoke", made.id])).code, 0);
  const [revoked] = JSON.parse((await home.run("keys", ["list", "--json"])).stdout);
  assertEquals(revoked.status, "revoked");
  // How long a key may be remembered is tested in server/auth/key_resolver_test.ts, with a clock.
  await until(async () => {
    const headers = { "x-api-key": made.key };
    const response = await fetch(`${server.origin}/v1/families`, { headers });
    await response.text();
    return response.status === 403;
  }, "the refusal of a revoked key");
});

Deno.test("an invalid keys command says what is valid", async () => {
  await using home = await Home.make();
  const cases: [string[], string][] = [
    [["create", "--scopes", "strategy:read"], "Cannot run keys create: --name is missing\nUsage:"],
    [["create", "--name", "", "--scopes", "strategy:read"], "--name must have 1 to 100 characters"],
    [["create", "--name", "x", "--scopes", "all"], '--scopes is "all", must be some of strategy'],
    [["create", "--name", "x", "--scopes", "strategy:read", "--expires", "2020"], "--expires is"],
    [["revoke", "nobody"], 'Cannot revoke "nobody": there is no such key'],
    [["delete"], "Usage:"],
    [["list", "--colour"], "Cannot read --colour: keys list has no such option\nUsage: keys list "],
  ];
  const outcomes = await Promise.all(cases.map(([words]) => home.run("keys", words)));
  outcomes.forEach(({ code, stderr }, index) => {
    assertEquals(code, 1);
    assertStringIncludes(stderr, cases[index]?.[1] ?? "");
  });
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
