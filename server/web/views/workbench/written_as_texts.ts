import { asTexts } from "../../../wording/strategies_as_texts.ts";
import type { Component, ParamValue } from "../../model/candidate.ts";
import { OWN_RULE, type Strategies } from "../../model/own_parameters.ts";

/**
 * Returns the parameters of expression that say the same as a component; of a strategy without texts,
 * the rule with which the editor opens.
 */
export function writtenAsTexts(
  { strategyId, strategyParams = {} }: Component,
  strategies: Strategies,
  shared: Readonly<Record<string, ParamValue>> = {},
): Component["strategyParams"] {
  const own = strategies.find((strategy) => strategy.strategyId === strategyId);
  const said = own && asTexts(own, { ...shared, ...strategyParams });
  return said ? { ...said } : OWN_RULE.strategyParams;
}
