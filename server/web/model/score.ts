// This module is browser compatible.

import type { MarketTimeframe } from "../../contracts/catalog.ts";
import { TERMS } from "../../contracts/metric_table.ts";
import type { Arena, Metrics } from "../engine/messages.ts";

/** Score of a run, and of doing nothing, on the scale where Hold is 100. */
export interface QuickScore {
  readonly score: number;
  readonly idle: number;
}

/** What the engine publishes of its formula. */
interface Scoring {
  readonly benchmarkFloor: number;
  readonly weights: Readonly<Record<typeof TERMS[number], number>>;
}

/**
 * Returns the score of a run by the published formula, at once: an evaluation runs twelve scenarios
 * to say more of it.
 *
 * @param facts what the engine found in the dataset of the run
 */
export function quickScore(
  metrics: Metrics,
  profile: Arena["profile"],
  facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">,
): QuickScore {
  const { benchmarkFloor, weights } = profile.scoring as unknown as Scoring;
  const utility = TERMS.reduce((sum, name) => sum + weights[name] * metrics[name], 0);
  const benchmark = Math.max(facts.benchmarkUtility, benchmarkFloor);
  return { score: 100 * utility / benchmark, idle: 100 * facts.idleUtility / benchmark };
}
