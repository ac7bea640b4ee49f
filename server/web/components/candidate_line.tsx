// This module is browser compatible.

import type { VNode } from "preact";
import type { Candidate } from "../../contracts/candidate.ts";
import { DEFAULT_CAPITAL, timeframeOf, weightsOf, WHOLE_BPS } from "../model/candidate.ts";
import { money, percent, precise } from "../model/format.ts";
import { arena } from "../state.ts";
import { PinButton } from "./pin_button.tsx";

/** The candidate in one line, with a button that pins it. */
export function CandidateLine({ candidate }: { readonly candidate: Candidate }): VNode {
  return (
    <div class="candidate-line">
      <p>{candidateText(candidate)}</p>
      <PinButton candidate={candidate} />
    </div>
  );
}

/** Returns a candidate in words: "Yield RSI (bars 20) on sUSDe, hourly, capital 100,000". */
export function candidateText(candidate: Candidate): string {
  const { strategies = [], markets = [] } = arena.value.answer ?? {};
  const weights = weightsOf(candidate);
  const components = candidate.components.map(({ strategyId, strategyParams = {} }, index) => {
    const known = strategies.find((strategy) => strategy.strategyId === strategyId);
    const values = Object.entries(strategyParams).map(([name, value]) =>
      `${name} ${typeof value === "number" ? precise(value) : value}`
    );
    const share = weights.length > 1 ? `${percent((weights[index] ?? 0) / WHOLE_BPS, 0)} ` : "";
    const params = values.length > 0 ? ` (${values.join(", ")})` : "";
    return `${share}${known?.name ?? strategyId}${params}`;
  });
  const market = markets.find(({ id }) => id === candidate.marketId)?.name ??
    `market ${candidate.marketId}`;
  const capital = money(Number(candidate.capital ?? DEFAULT_CAPITAL));
  return `${components.join(" + ")} on ${market}, ${timeframeOf(candidate)}, capital ${capital}`;
}
