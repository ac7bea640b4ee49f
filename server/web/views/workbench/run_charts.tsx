// This module is browser compatible.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import { drawFills, drawSkips, SKIP_ROW_HEIGHT } from "../../charts/marks.ts";
import type { Look } from "../../charts/options.ts";
import { positionsOf, skipsAt, skipsOf } from "../../model/exposure.ts";
import { counted, money, moneyAxis, percent, percentAxis } from "../../model/format.ts";
import { REASON_CODES, REASONS, skipSentence } from "../../model/skips.ts";
import { CHANGED_MARK, DRAWN_MEASURE, type RunOf } from "../../state.ts";

/** The charts of the run, equity included, share one time axis. */
export const runGroup = new ChartGroup("run");

const EQUITY: Look = {
  lines: [
    { label: "Idle SY", colour: "idle" },
    { label: "Hold", colour: "hold" },
    { label: "Strategy", colour: "accent", width: 2 },
  ],
  height: 288,
  axis: moneyAxis,
  value: money,
  hasTimes: true,
};

const DRAWDOWN: Look = {
  lines: [{ label: "Drawdown", colour: "bad", isFilled: true }],
  height: 96,
  axis: percentAxis,
  value: (value) => percent(value, 2),
  range: (min) => [Math.min(min, -0.001) * 1.1, 0],
};

const POSITION: Look = {
  lines: [
    { label: "Position", colour: "accent", isFilled: true, isStepped: true },
    { label: "Target", colour: "ink-soft", width: 1, isStepped: true, dash: [3, 3] },
  ],
  height: 120,
  axis: percentAxis,
  value: (value) => percent(value, 0),
  range: () => [-0.08, 1.12],
};

const SKIPS: Look = {
  lines: [],
  height: SKIP_ROW_HEIGHT * REASON_CODES.length + 15,
  axis: () => "",
  value: () => "",
  range: () => [0, REASON_CODES.length],
};

interface RunProps {
  readonly shown: RunOf;
}

function scoredFrom({ run }: RunOf): number {
  return Date.parse(run.resolvedScoringProfile.scoreStartTimestamp);
}

/** Equity of the candidate and of the two benchmarks. */
export function EquityChart({ shown }: RunProps): VNode {
  const { run, dataset } = shown;
  const capital = Number(run.candidate.capital);
  const [idle, hold] = useMemo(
    () => [dataset.idle, dataset.hold].map((line) => line.map((multiple) => capital * multiple)),
    [dataset, capital],
  );
  const columns = useMemo(
    () => [run.timestamp, idle ?? [], hold ?? [], run.portfolio.equity],
    [run, idle, hold],
  );
  return (
    <Chart
      title="Equity"
      hasRanges
      look={EQUITY}
      columns={columns}
      group={runGroup}
      scoredFrom={scoredFrom(shown)}
      drawn={measure}
    />
  );
}

/** Drawdown, position with fills, and skips. */
export function RunCharts({ shown }: RunProps): VNode {
  const { run } = shown;
  const drawdown = useMemo(
    () => [run.timestamp, run.portfolio.drawdown.map((depth) => -depth)],
    [run],
  );
  const positions = useMemo(() => {
    const { target, position } = positionsOf(run);
    return [run.timestamp, position, target];
  }, [run]);
  const rest = { group: runGroup, scoredFrom: scoredFrom(shown) };
  return (
    <section aria-label="Charts of the run">
      <Chart title="Drawdown" look={DRAWDOWN} columns={drawdown} {...rest} />
      <Chart
        title="Position"
        look={POSITION}
        columns={positions}
        draw={(chart) => drawFills(chart, run.events, positions[1] ?? run.timestamp)}
        note={(index) =>
          index === null ? `${counted(run.metrics.fills, "fill")} ▲ buy ▼ sell` : null}
        {...rest}
      />
      <SkipLanes shown={shown} />
    </section>
  );
}

/** Each guardrail has a lane; the crosshair shows what it vetoed. */
function SkipLanes({ shown }: RunProps): VNode {
  const { run } = shown;
  const skips = useMemo(() => skipsOf(run.events), [run]);
  const columns = useMemo(() => [run.timestamp], [run]);
  const keys = REASON_CODES.flatMap((code) => {
    const { label, colour } = REASONS[code];
    const bars = run.execution.skippedByReason[code] ?? 0;
    return bars === 0 ? [] : [{ label: `${label} ${money(bars)}`, colour }];
  });
  const note = (index: number | null): string | null => {
    if (index === null) return keys.length === 0 ? "none" : null;
    const there = skipsAt(skips, run.timestamp[index] ?? 0);
    return there.length === 0 ? "nothing was skipped here" : there.map(skipSentence).join(" · ");
  };
  const step = (run.timestamp[1] ?? 0) - (run.timestamp[0] ?? 0);
  return (
    <Chart
      title="Skipped signals"
      look={SKIPS}
      keys={keys}
      columns={columns}
      group={runGroup}
      scoredFrom={scoredFrom(shown)}
      draw={(chart: uPlot) => drawSkips(chart, skips, step)}
      note={note}
    />
  );
}

/** Measures from the change of the candidate to its curve on the screen. */
function measure(): void {
  if (performance.getEntriesByName(CHANGED_MARK).length === 0) return;
  performance.measure(DRAWN_MEASURE, CHANGED_MARK);
  performance.clearMarks(CHANGED_MARK);
}
