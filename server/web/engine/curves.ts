import type { Candidate } from "../../contracts/candidate.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { thinned } from "../model/thinned.ts";

/** Index of the equity among the columns of a run. */
const EQUITY = 2;

const encoder = new TextEncoder();

/** Returns the equity of each candidate in a few points, as multiples of its capital. */
export function curvesOf(
  engine: Pick<Engine, "runColumns">,
  dataset: Dataset | null,
  candidates: readonly Candidate[],
): readonly (Float64Array | null)[] {
  if (dataset === null) return candidates.map(() => null);
  const { columns, header } = dataset;
  const bars = columns.length / header.columns.length;
  return candidates.map((candidate) => {
    const run = engine.runColumns(encoder.encode(JSON.stringify(candidate)));
    // A refused candidate has no columns.
    if (run.length === 0) return null;
    const equity = run.subarray(EQUITY * bars, (EQUITY + 1) * bars);
    // Before the scored window a run owns its capital.
    const capital = equity[0] ?? 1;
    return thinned(equity, header.tradeStartIndex).map((value) => value / capital);
  });
}
