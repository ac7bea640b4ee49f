// This module is browser compatible.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "../charts/chart.tsx";
import { ChartGroup } from "../charts/group.ts";
import type { Look } from "../charts/options.ts";
import { benchmarksOf } from "../model/benchmarks.ts";
import { money } from "../model/format.ts";
import { arena, CHANGED_MARK, DRAWN_MEASURE, market, run } from "../state.ts";

const group = new ChartGroup("result");

const EQUITY: Look = {
  lines: [
    { label: "Idle SY", colour: "idle" },
    { label: "Hold", colour: "hold" },
    { label: "Strategy", colour: "accent", width: 2 },
  ],
  height: 280,
  axis: money,
  value: money,
  hasTimes: true,
};

/** The candidate beside what comes of it. */
export function StrategyView(): VNode {
  const shown = run.value.answer;
  const dataset = market.value.answer;
  const feeBps = arena.value.answer?.profile.executionPolicy.feeBps ?? 0;
  const columns = useMemo(() => {
    if (shown === null || dataset === null) return null;
    const { timestamp, portfolio, candidate } = shown.run;
    const { hold, idle } = benchmarksOf(dataset, Number(candidate.capital), feeBps);
    return [timestamp, idle, hold, portfolio.equity];
  }, [shown, dataset, feeBps]);
  if (shown === null || columns === null) return <p>Loading</p>;
  const { scoreStartTimestamp } = shown.run.resolvedScoringProfile;
  return (
    <Chart
      title="Equity"
      look={EQUITY}
      columns={columns}
      group={group}
      scoredFrom={Date.parse(scoreStartTimestamp)}
      drawn={measure}
    />
  );
}

function measure(): void {
  if (performance.getEntriesByName(CHANGED_MARK).length > 0) {
    performance.measure(DRAWN_MEASURE, CHANGED_MARK);
    performance.clearMarks(CHANGED_MARK);
  }
}
