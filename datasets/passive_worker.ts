/// <reference lib="deno.worker" />
/** Measures passive gaps of reference paths on a core of its own, for `passive.ts`. */

import { Engine, type Timeframe } from "./engine.ts";

/** The reference paths to measure: `count` of them, starting at number `from`, counted from 0. */
export interface GapOrder {
  readonly marketId: number;
  readonly timeframe: Timeframe;
  readonly from: number;
  readonly count: number;
}

/** U(Hold) - U(idle) of each path, per year. */
export interface GapAnswer {
  readonly gaps: Float64Array;
}

const engine = Engine.load();

self.onmessage = async ({ data }: MessageEvent<GapOrder>): Promise<void> => {
  const { marketId, timeframe, from, count } = data;
  const gaps = (await engine).passiveGaps(marketId, timeframe, { from, count });
  self.postMessage({ gaps } satisfies GapAnswer);
};
