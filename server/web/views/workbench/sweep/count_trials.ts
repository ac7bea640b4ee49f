import type { SweepPoint } from "../../../../contracts/types.ts";
import { marketIdsOf } from "../../../../search/plan/markets.ts";
import { countRuns } from "../../../history/trial_counts.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import type { Found } from "../../../report/found.ts";

/** Candidates hashed at a time, some milliseconds. */
const HASHED = 256;

/** Counts the candidates of a sweep as trials, in parts that keep the page responsive. */
export async function countTrials({ plan, ranges }: Found): Promise<void> {
  // A ratio over fewer bars, or over several markets, is not that of an official run.
  const isOfficial = plan.windows.kind === "whole" && plan.markets === undefined;
  for (const range of ranges) {
    for (let first = 0; first < range.count; first += HASHED) {
      const rows = Array.from(
        { length: Math.min(HASHED, range.count - first) },
        (_, at) => first + at,
      ).filter((row) => range.column("status")[row] === 0);
      const candidates = rows.map((row) => candidateAt(plan, range.coordinates(row)));
      // A candidate that ran has every figure; ratios may be null in both types.
      const points = rows.map((row) => ({
        ...range.figures(row) as SweepPoint,
        ...isOfficial ? {} : { dailySharpe: null },
      }));
      for (const marketId of marketIdsOf(plan)) {
        await countRuns(candidates.map((candidate) => ({ ...candidate, marketId })), points);
      }
      // Hashes resolve without a task between them, so the page would not react until all are counted.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}
