/**
 * Measures the passive gap of every market and timeframe anew, over all its reference paths, and
 * compares it with the manifest: `deno task datasets:official passive`. A gap that has changed belongs into
 * `engine-rs/src/generator/market_spec.rs`, as it is printed.
 *
 * @module
 */

import { print } from "../server/process/output.ts";
import { MARKET_KEYS, TIMEFRAMES } from "./engine.ts";
import { readEntries, syntheticOf } from "./manifest.ts";
import type { GapAnswer, GapOrder } from "./passive_worker.ts";

/** Number of reference paths (`RULES.md` 1). */
export const REFERENCE_PATHS = 65_536;

/** Number of reference paths in the head of a gap. */
export const HEAD_PATHS = 64;

/** Tolerance between the manifest's mean and the measured one; in practice they are bit-equal. */
const TOLERANCE = 1e-9;

/** Paths per batch of a worker. */
const BATCH = 1024;

/** Returns the mean, summed from the first value on. */
export function meanGap(gaps: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < gaps.length; at++) sum += gaps[at] ?? NaN;
  return sum / gaps.length;
}

/** Measures batches on all cores and reports progress after each batch. */
async function measureAll(
  orders: readonly GapOrder[],
  done: (count: number) => void,
): Promise<readonly Float64Array[]> {
  const answers: Float64Array[] = [];
  let next = 0;
  let count = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL("passive_worker.ts", import.meta.url), { type: "module" });
    const ask = (order: GapOrder): Promise<GapAnswer> =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(order);
      });
    try {
      for (let at = next++; at < orders.length; at = next++) {
        const order = orders[at];
        if (order !== undefined) answers[at] = (await ask(order)).gaps;
        done(++count);
      }
    } finally {
      worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
  return answers;
}

/** Measures the passive gaps; exits with 1 when one differs from the manifest. */
export async function runPassive(): Promise<void> {
  const datasets = syntheticOf(await readEntries(new URL("./", import.meta.url)));
  const wanted = MARKET_KEYS.flatMap((marketKey, market) =>
    TIMEFRAMES.map((timeframe) => ({ marketKey, marketId: market + 1, timeframe }))
  );
  const batches = Array.from({ length: REFERENCE_PATHS / BATCH }, (_, batch) => batch * BATCH);
  const orders = wanted.flatMap(({ marketId, timeframe }) =>
    batches.map((from) => ({ marketId, timeframe, from, count: BATCH }))
  );
  const encoder = new TextEncoder();
  const answers = await measureAll(orders, (count) => {
    Deno.stderr.writeSync(encoder.encode(`\r${count} of ${orders.length} batches`));
  });
  Deno.stderr.writeSync(encoder.encode("\n"));
  let isSame = true;
  wanted.forEach(({ marketKey, timeframe }, at) => {
    const gaps = answers.slice(at * batches.length, (at + 1) * batches.length)
      .flatMap((batch) => [...batch]);
    const [whole, head] = [meanGap(gaps), meanGap(gaps.slice(0, HEAD_PATHS))];
    const entry = datasets.find((one) =>
      one.marketKey === marketKey && one.timeframe === timeframe
    );
    const known = entry?.provenance.passiveGap;
    const differs = Math.abs((known ?? NaN) - whole) <= TOLERANCE
      ? ""
      : `, the manifest says ${known}`;
    isSame &&= differs === "";
    print(`${marketKey} ${timeframe}: passive gap ${whole}, of the first 64 ${head}${differs}`);
  });
  if (!isSame) Deno.exit(1);
}
