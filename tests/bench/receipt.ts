/**
 * Measures what a receipt costs an evaluation: processor time per answer of the service with a signing
 * key less that without one, on the remembered answer of the engine, and the signature alone.
 * `deno run -A tests/bench/receipt.ts`
 *
 * @module
 */
// deno-lint-ignore no-external-import -- part of the runtime
import process from "node:process";
import { systemClock } from "../../server/base/clock.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { print } from "../../server/process/output.ts";
import { hashNow, signingKeyOf } from "../../server/process/signing_key.ts";
import type { Signer } from "../../server/season/receipt.ts";
import { Evaluations } from "../../server/services/evaluations.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { RUN_TIMES, TestRunner } from "../../server/testing/runners.ts";
import { type Trial, UNCOUNTED } from "../../server/contracts/trial.ts";

const ANSWERS = 2000;
const ROUNDS = 9;
const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

const key = signingKeyOf(new Uint8Array(32).fill(1));
const signer: Signer = {
  issuer: "https://arena.example",
  sign: (statement) => Promise.resolve(key.sign(statement)),
  hash: hashNow,
};
const [module, datasets] = await Promise.all([compileEngine(), officialDatasets()]);
const engine = loadEngine(module);
for (const dataset of datasets) okBytes(engine.addDataset(dataset));
const body = new Uint8Array(
  okBytes(engine.simulate(json({ view: "summary", candidate: CANDIDATE })).bytes),
);
const bytes = engine.evaluate(json({}), body, UNCOUNTED);

/** Answers every evaluation with the same bytes. */
class Remembered extends TestRunner {
  override evaluate(): ReturnType<TestRunner["evaluate"]> {
    return Promise.resolve({ bytes, trial: null, ...RUN_TIMES });
  }
}

function json(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Returns the microseconds of processor time of a call. */
async function cost(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < ANSWERS; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ANSWERS;
}

function answering(signing: Signer | null): () => unknown {
  const trials = { count: (_: string, trial: Trial) => UNCOUNTED.count(trial) };
  const parts = { runner: new Remembered(engine), clock: systemClock, trials };
  const evaluations = new Evaluations({ ...parts, signer: signing });
  const input = {
    keyId: "k",
    componentsMax: null,
    charge: () => {},
    bill: () => {},
    onRun: () => {},
  };
  return () => evaluations.evaluate({ ...input, body });
}

const calls = [answering(null), answering(signer), (): unknown => key.sign({ kind: "test" })];
const rounds = await inTurn(Array.from({ length: ROUNDS }), () => inTurn(calls, cost));
const least = (of: (round: readonly number[]) => number): string =>
  Math.min(...rounds.map(of)).toFixed(1);
print(
  `${new Date().toISOString()}, load ${Deno.loadavg().map((load) => load.toFixed(1)).join(" ")}`,
);
print(`receipt ${least(([without = 0, signed = 0]) => signed - without)} us`);
print(`signature of a short statement ${least(([, , signature = 0]) => signature)} us`);
