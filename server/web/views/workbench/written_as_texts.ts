import { asTexts } from "../../../wording/strategies_as_texts.ts";
import type { Component, ParamValue } from "../../model/candidate.ts";
import type { Strategies } from "../../model/own_parameters.ts";

/** The strategy whose texts a new component of expression gets: no reader begins with empty fields. */
const FIRST_STRATEGY = "yield-rsi";

/**
 * Returns the parameters of expression that say the same as a component; of a strategy without texts,
 * those of the first strategy, as a beginning.
 */
export function writtenAsTexts(
  { strategyId, strategyParams = {} }: Component,
  strategies: Strategies,
  shared: Readonly<Record<string, ParamValue>> = {},
): Component["strategyParams"] {
  const find = (id: string): Strategies[number] | undefined =>
    strategies.find((strategy) => strategy.strategyId === id);
  const own = find(strategyId);
  const said = own && asTexts(own, { ...shared, ...strategyParams });
  if (said) return { ...said };
  const first = find(FIRST_STRATEGY);
  return { ...first && asTexts(first) };
}
