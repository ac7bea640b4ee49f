/**
 * Sends requests of every kind from honest keys and hostile ones, and searches beside them:
 * `deno run -A tests/soak/soak.ts [--requests 200000] [--kill 0] [--keys 20] [--hostile 2]`. With
 * `--kill N` the server is killed so often, as a power cut would, and another one starts on its files.
 *
 * The soak fails when an answer has a status that its kind must not have, when something is lost that
 * was answered, when a search fails or gives two reports, or when memory is not flat after the first
 * tenth.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { SCOPES } from "../../server/contracts/scopes.ts";
import { toTable } from "./figures.ts";
import { startFleet } from "./fleet.ts";
import { memoryVerdict } from "./flatness.ts";
import { honestKinds, hostileKinds, payloads } from "./kinds.ts";
import { Run } from "./run.ts";

/** Far above what honest keys take here, for they are to be answered; hostile ones meet it. */
const LIMITS = {
  ARENA_BUDGET_UNITS: "5000",
  ARENA_AUTH_FAILURES_PER_MINUTE: "1000000",
  ARENA_SEARCH_UNITS_PER_DAY: "100000000000",
};

const { values: options } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    kill: { type: "string", default: "0" },
    keys: { type: "string", default: "20" },
    hostile: { type: "string", default: "2" },
  },
});
const [kills, keyCount] = [Number(options.kill), Number(options.keys)];
const hostileCount = Number(options.hostile);

// One more key, whose trials are not counted.
await using fleet = await startFleet(keyCount + 1, LIMITS);
const [searcher = "", ...keys] = fleet.keys;
const [payload, heavyPayload] = await payloads(fleet.server.port, searcher);
const run = new Run(fleet, Number(options.requests));

/** Makes a key by command while the server runs, like an operator. */
async function makeKey(): Promise<string> {
  const words = ["create", "--name", "soak", "--scopes", SCOPES.join(","), "--json"];
  const { code, stdout, stderr } = await fleet.home.run("keys", words);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout).key;
}

await run.all({
  searcher,
  hostile: keys.slice(0, hostileCount),
  honest: keys.slice(hostileCount),
  hostileKinds: hostileKinds(payload, heavyPayload),
  honestKinds: honestKinds(payload),
  kills,
  makeKey,
});
const { code } = await fleet.server.stop();
const lost = [...run.lost, ...await run.lostAfter("stop", fleet.keysFile)];
const memory = memoryVerdict(run.samples);
const faults = [
  ...[...run.unexpected].map(([fault, count]) => `unexpected: ${fault}, ${count} times`),
  ...lost.map((fault) => `lost: ${fault}`),
  ...memory.isFlat === false ? ["memory is not flat"] : [],
  ...code === 0 ? [] : [`the server ended with ${code}`],
];
const { honest, hostile } = run.counts;
// deno-lint-ignore no-console -- the output of the command
console.log([
  toTable(run.kinds()),
  `memory: ${JSON.stringify(memory)}`,
  ...faults,
  `soak: ${honest} honest and ${hostile} hostile requests, ${run.searches} searches, ` +
  `${kills} kills, ${faults.length} faults`,
].join("\n\n"));
Deno.exitCode = faults.length === 0 ? 0 : 1;
