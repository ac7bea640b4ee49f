import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useAfterPaint } from "../../use_deferred.ts";
import { type RunOf, shownRun } from "../../state.ts";
import { MarketCharts } from "./market/market_charts.tsx";
import { RunCharts } from "./run_charts.tsx";
import { runGroup } from "./run_group.ts";
import { SignalCharts } from "./signal_charts.tsx";

/**
 * The charts of a run below its yield, one frame later, so that a moving slider waits for the first
 * chart only.
 */
export function ChartTab(): VNode | null {
  const shown = useAfterPaint(shownRun.value);
  if (shown === null) return null;
  return (
    <div class="chart-tab">
      <RunCharts shown={shown} />
      <SignalCharts shown={shown} />
      <MoreOfMarket shown={shown} />
    </div>
  );
}

/** The other charts of the market, on the time axis of the run. */
function MoreOfMarket({ shown }: { readonly shown: RunOf }): VNode {
  const [state, setState] = useState("closed");
  return (
    <details class="more" onToggle={(event) => setState(event.newState)}>
      <summary>The market: yields, price to par, pool and volume</summary>
      {state === "open" && <MarketCharts dataset={shown.dataset} group={runGroup} />}
    </details>
  );
}
