// This module is browser compatible.

import type { VNode } from "preact";
import { perYear } from "../../../wording/numbers.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { arena, candidate } from "../../state.ts";
import { board, keyOf } from "../board/outcomes.ts";
import { categoryName, defaultsOf, type OfferedStrategy } from "./strategies.ts";

interface StrategyOptionsProps {
  readonly strategies: readonly OfferedStrategy[];
  /** The chosen strategy. Its parameters may have changed, so its option is the name alone. */
  readonly chosen?: string;
}

/**
 * Strategies to choose from, by category, each with what the board has found for it with its defaults on
 * this market.
 */
export function StrategyOptions({ strategies, chosen }: StrategyOptionsProps): VNode {
  const byCategory = [...Map.groupBy(strategies, ({ category }) => category)];
  return (
    <>
      {byCategory.map(([category, members]) => (
        <optgroup key={category} label={categoryName(category)}>
          {members.map(({ strategyId, name, missing }) => (
            <option key={strategyId} value={strategyId}>
              {missing !== null
                ? `${name} (needs ${missing})`
                : strategyId === chosen
                ? name
                : `${name}${foundOf(strategyId)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** Returns the verdict of the board on a strategy, or an empty text. */
function foundOf(strategyId: string): string {
  const { marketId } = candidate.value;
  const timeframe = timeframeOf(candidate.value);
  const market = arena.value.answer?.markets.find(({ id }) => id === marketId);
  const facts = market?.timeframes[timeframe];
  if (facts === undefined) return "";
  const key = keyOf(facts.datasetHash, defaultsOf({ marketId, timeframe }, strategyId));
  const verdict = board.value.outcomes.get(key)?.evaluation?.verdict;
  return verdict === undefined ? "" : ` (${perYear(verdict.edge)} on new data)`;
}
