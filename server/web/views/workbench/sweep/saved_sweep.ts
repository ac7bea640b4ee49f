import type { SearchPlan } from "../../../../contracts/plan.ts";
import type { SweepPoint } from "../../../../contracts/types.ts";
import type { SearchReport } from "../../../../search/report/report.ts";
import { marketIdsOf } from "../../../../search/fold/markets.ts";
import { countRuns } from "../../../history/trial_counts.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import { Found } from "../../../report/found.ts";
import { withStores } from "../../../database.ts";
import type { Progress } from "../../../report/texts.ts";

/** A finished sweep. */
export interface FinishedSweep extends Omit<Progress, "state"> {
  readonly plan: SearchPlan;
  readonly isEligible: boolean;
  readonly found: Found;
  readonly version: number;
  readonly idle: number | null;
  readonly report: SearchReport;
}

/** A finished sweep as plain data, as the browser stores it. */
export type Saved = Omit<FinishedSweep, "found"> & {
  readonly format: number;
  readonly names: readonly string[];
  readonly statuses: readonly string[];
  readonly ranges: readonly {
    readonly from: number;
    readonly numbers: Float64Array<ArrayBuffer>;
  }[];
};

/** Version of the stored form; another one is that of another program, whose report has other members. */
export const FORMAT = 5;
/** Most points of a stored sweep: a megabyte. */
const POINTS_MAX = 8192;
/** The key of the stored sweep. */
const LAST = "last";
/** Candidates hashed at a time, some milliseconds. */
const HASHED = 256;

/** Stores a finished sweep for the next visit, unless it is large. */
export async function saveFinished(
  sweep: Omit<FinishedSweep, "found" | "report"> & {
    readonly found: Found | null;
    readonly report: SearchReport | null;
  },
): Promise<void> {
  const { plan, isEligible, found, version, total, doneCount, cores, elapsedMs, idle, report } =
    sweep;
  if (found === null || report === null || doneCount > POINTS_MAX) return;
  const ranges = found.ranges.map(({ from, numbers }) => ({ from, numbers }));
  const { names, statuses } = found;
  const facts = { plan, isEligible, version, total, doneCount, cores, elapsedMs, idle, report };
  const saved: Saved = { ...facts, format: FORMAT, names, statuses, ranges };
  await withStores(["sweeps"], "readwrite", (stores) => {
    stores("sweeps").clear();
    return stores("sweeps").put(saved, LAST);
  });
}

/** Returns the last stored sweep, or null. */
export async function loadFinished(): Promise<FinishedSweep | null> {
  const saved = await withStores<Saved | undefined>(["sweeps"], "readonly", (stores) => {
    return stores("sweeps").get(LAST);
  }).catch(() => undefined);
  return saved === undefined ? null : restoreFinished(saved);
}

/** Reads a stored sweep; null if another version of the page has stored it. */
export function restoreFinished(saved: Saved): FinishedSweep | null {
  const { format, names, statuses, ranges, ...facts } = saved;
  if (format !== FORMAT) return null;
  const found = new Found(facts.plan, names, statuses);
  for (const { from, numbers } of ranges) found.add(from, numbers);
  return { ...facts, found };
}

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
