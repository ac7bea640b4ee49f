// This module is browser compatible.

import type { VNode } from "preact";
import { categoryName, type OfferedStrategy } from "./strategies.ts";

interface StrategyOptionsProps {
  readonly strategies: readonly OfferedStrategy[];
}

/** Strategies to choose from, by category. */
export function StrategyOptions({ strategies }: StrategyOptionsProps): VNode {
  const byCategory = [...Map.groupBy(strategies, ({ category }) => category)];
  return (
    <>
      {byCategory.map(([category, members]) => (
        <optgroup key={category} label={categoryName(category)}>
          {members.map(({ strategyId, name, missing }) => (
            <option key={strategyId} value={strategyId}>
              {missing === null ? name : `${name} (needs ${missing})`}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
