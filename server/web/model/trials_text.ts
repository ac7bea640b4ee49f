// This module is browser compatible.

import { probability } from "../../wording/numbers.ts";
import type { Evaluation } from "../../contracts/types.ts";
import { money, percent } from "./format.ts";

/** The judged figures: the chance with one trial, and with all trials of this browser. */
type Judged = {
  readonly verdict: Pick<Evaluation["verdict"], "pValue" | "pAdjusted" | "trials">;
  readonly luck: Pick<Evaluation["luck"], "probabilisticSharpe" | "deflatedSharpe" | "trials">;
};

/** Describes the chance of a result as the only trial, and with all trials on the market. */
export function trialsTexts({ verdict, luck }: Judged): readonly string[] {
  const { count } = verdict.trials;
  const edge = count === 1
    ? `This is the first candidate that you evaluated on this market: ${
      probability(verdict.pValue)
    }.`
    : `As the only try the edge has ${probability(verdict.pValue)}; with your ${
      money(count)
    } tries ` +
      `on this market, ${probability(verdict.pAdjusted)}.`;
  const { probabilisticSharpe: alone, deflatedSharpe: deflated, trials } = luck;
  if (alone === null || trials === 1) return [edge];
  return [
    edge,
    `Carry is no luck with ${percent(alone, 1)} as the only run; with ${percent(deflated, 1)} ` +
    `against the best that ${money(trials)} runs on this market give by chance.`,
  ];
}
