/** Runs of one component on the measured bars, timed in turn. */

import { payloadOf } from "../../server/engine/answer.ts";
import { engine } from "./subject.ts";

/** Parameters of a component. */
export type Params = Readonly<Record<string, number | string>>;

const ROUNDS = 40;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the request for the summary of a component. */
export function order(strategyId: string, strategyParams: Params): Uint8Array<ArrayBuffer> {
  const candidate = { marketId: 1, components: [{ strategyId, strategyParams }] };
  return encoder.encode(JSON.stringify({ view: "summary", simulationId: "bench", candidate }));
}

/** Returns a call that runs a component. */
export function runOf(strategyId: string, params: Params): () => unknown {
  const request = order(strategyId, params);
  return () => engine.simulate(request);
}

/** Returns the number of fills of a component; null if it is refused. */
export function fillsOf(strategyId: string, params: Params): number | null {
  const payload = payloadOf(engine.simulate(order(strategyId, params)).bytes);
  return payload === null ? null : Number(FILLS.exec(decoder.decode(payload))?.[1]);
}

const FILLS = /"fills":(\d+)/;

/** Returns the microseconds of the fastest round of each run, all of them interleaved. */
export function fastestOf(works: readonly (() => unknown)[], rounds = ROUNDS): readonly number[] {
  const best = works.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, index) => {
      const start = performance.now();
      work();
      best[index] = Math.min(best[index] ?? Infinity, 1_000 * (performance.now() - start));
    });
  }
  return best;
}
