/**
 * Sends 200,000 requests of every kind, from honest keys and hostile ones, and says what they took
 * and what memory did meanwhile: `deno run -A tests/soak/soak.ts [--json] [--requests N] [--keys N] [--hostile N]
 * [--kill N]`. It fails when an answer has a status that its kind must not have, when memory is not
 * flat after the first tenth, and, with `--kill`, which ends the server so often as a power cut
 * would, when something is lost that was answered.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { SCOPES } from "../../server/contracts/scopes.ts";
import { spreadOf, toTable } from "./figures.ts";
import { startFleet } from "./fleet.ts";
import { honestKinds, hostileKinds, payloads } from "./kinds.ts";
import { memoryVerdict } from "./flatness.ts";
import { Probe } from "./probe.ts";
import { Run } from "./run.ts";

/** Far above what honest keys take here, for they are to be answered; hostile ones meet it. */
const LIMITS = {
  ARENA_BUDGET_UNITS: "5000",
  ARENA_AUTH_FAILURES_PER_MINUTE: "1000000",
};

const SHOWN_MAX = 20;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    requests: { type: "string", default: "200000" },
    keys: { type: "string", default: "20" },
    hostile: { type: "string", default: "2" },
    kill: { type: "string", default: "0" },
  },
});
const [requests, kills] = [Number(options.requests), Number(options.kill)];
const [keyCount, hostileCount] = [Number(options.keys), Number(options.hostile)];

// One more key, whose simulations are not counted.
await using fleet = await startFleet(keyCount + 1, LIMITS);
const [helper = "", ...keys] = fleet.keys;
const [payload, heavyPayload] = await payloads(fleet.server.port, helper);
const run = new Run(fleet, requests);
using probe = new Probe({ port: fleet.server.port, isKilled: kills > 0 });

/** Makes a key by command while the server runs, like an operator. */
async function makeKey(): Promise<string> {
  const words = ["create", "--name", "soak", "--scopes", SCOPES.join(","), "--json"];
  const { code, stdout, stderr } = await fleet.home.run("keys", words);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout).key;
}

/** Returns the first lines of a long file that match a pattern. */
async function linesLike(pattern: RegExp, path: string): Promise<readonly string[]> {
  using file = await Deno.open(path);
  const found: string[] = [];
  let rest = "";
  for await (const part of file.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    found.push(...lines.filter((line) => pattern.test(line)));
  }
  return found.slice(0, SHOWN_MAX);
}

await run.all({
  hostile: keys.slice(0, hostileCount),
  honest: keys.slice(hostileCount),
  hostileKinds: hostileKinds(payload, heavyPayload),
  honestKinds: honestKinds(payload),
  kills,
  makeKey,
});
const health = await probe.take();
const { code } = await fleet.server.stop();
const lost = [...run.lost, ...await run.lostAfter("stop", fleet.keysFile)];

const { samples, unexpected } = run;
const memory = memoryVerdict(samples);
const faults = [
  ...[...unexpected].map(([fault, count]) => `unexpected: ${fault}, ${count} times`),
  ...lost.map((fault) => `lost: ${fault}`),
  ...memory.isFlat === false ? ["memory is not flat"] : [],
  ...code === 0 ? [] : [`the server ended with ${code}`],
];
const figures = {
  requests: run.counts,
  kills,
  memory,
  healthz: spreadOf(health),
  log: await linesLike(/"event"|"status":500/, fleet.logFile),
};
const kinds = run.kinds();
// deno-lint-ignore no-console -- the output of the command
console.log(
  options.json ? JSON.stringify({ ...figures, samples, kinds, faults }) : [
    toTable(samples.filter((_, index) => index % 10 === 0).map((sample) => ({ ...sample }))),
    toTable(kinds),
    ...Object.entries(figures).map(([name, figure]) => `${name}: ${JSON.stringify(figure)}`),
    `${faults.length} faults`,
    faults.slice(0, SHOWN_MAX).join("\n"),
  ].join("\n\n"),
);
Deno.exitCode = faults.length === 0 ? 0 : 1;
