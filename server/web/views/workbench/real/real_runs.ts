import type { Candidate } from "../../../../contracts/candidate.ts";
import { backgroundEngine, type Scored } from "../../../background.ts";
import type { MarketColumns, Run } from "../../../engine/messages.ts";
import { runCandidate } from "../../../engine/runs.ts";
import { gainOver } from "../../../model/exposure.ts";
import { markets } from "../../../state/state.ts";

/** A run on a real maturity. */
export interface RealRun {
  /** The name of the market. */
  readonly name: string;
  /** The candidate on that market. */
  readonly candidate: Candidate;
  readonly run: Run;
  readonly dataset: MarketColumns;
}

/** Runs a candidate on each real maturity on which its evaluation ran, as the evaluation did. */
export async function runReal({ candidate: of, evaluation }: Scored): Promise<readonly RealRun[]> {
  const { rows, timeframe } = evaluation.real ?? { rows: [], timeframe: "daily" as const };
  const engine = backgroundEngine();
  return await Promise.all(
    rows.filter(({ status }) => status === "ran").flatMap(({ marketKey }) => {
      const market = markets.value.find(({ key }) => key === marketKey);
      if (market === undefined) return [];
      const candidate = { ...of, marketId: market.id, timeframe };
      return [(async (): Promise<RealRun> => {
        const run = await runCandidate(engine, candidate);
        const dataset = await engine.columns(market.id, timeframe);
        return { name: market.name, candidate, run, dataset };
      })()];
    }),
  );
}

/** A maturity as it is drawn: its yield, and what the candidate earned beyond each passive line. */
export interface DrawnMaturity {
  readonly yields: Float64Array;
  readonly overHold: Float64Array;
  readonly overIdle: Float64Array;
}

/** Returns what is drawn of a run. */
export function drawnOf({ run, dataset }: Pick<RealRun, "run" | "dataset">): DrawnMaturity {
  const [{ equity }, capital] = [run.portfolio, Number(run.candidate.capital)];
  return {
    yields: dataset.columns["impliedApy"] ?? new Float64Array(),
    overHold: gainOver(equity, dataset.hold, capital),
    overIdle: gainOver(equity, dataset.idle, capital),
  };
}

/** The least and the largest of values. */
export type Range = readonly [number, number];

/** Returns the range of all values. */
export function rangeOf(columns: readonly Float64Array[]): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const column of columns) {
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/** Returns the first instants of the months of a range, at most `most` of them, evenly apart. */
export function monthsOf([from, to]: Range, most: number): readonly number[] {
  const [first, months] = [new Date(from), [] as number[]];
  for (let month = first.getUTCMonth() + 1;; month++) {
    const at = Date.UTC(first.getUTCFullYear(), month);
    if (at > to) break;
    months.push(at);
  }
  const step = Math.ceil(months.length / most);
  return months.filter((_, at) => at % step === 0);
}
