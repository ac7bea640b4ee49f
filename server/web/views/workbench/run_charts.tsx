import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { drawFills, drawSkips, SKIP_ROW_HEIGHT } from "./marks.ts";
import type { Look } from "../../charts/plot_options.ts";
import { Choice } from "../../components/choice.tsx";
import { Folded } from "./folded.tsx";
import {
  expandSteps,
  fallsFromPeak,
  gainOver,
  skippedSignals,
  skipsAt,
} from "../../model/exposure.ts";
import { signed } from "../../../wording/numbers.ts";
import { counted, money, moneyAxis, percent, percentAxis } from "../../model/format.ts";
import { REASON_CODES } from "../../engine/runs.ts";
import { REASONS, skipSentence } from "./skips.ts";
import { drawnRun } from "../../state/half_year.ts";
import type { RunOf } from "../../state/state.ts";
import { resultAs, RESULTS } from "../../state/preferences.ts";
import { RunChart, runGroup } from "./run_chart.tsx";
import { MarketCharts } from "./market/market_charts.tsx";
import { SignalCharts } from "./signal_charts.tsx";
import { useAfterPaint } from "../../hooks.ts";

const EQUITY: Look = {
  lines: [
    { label: "Idle SY", colour: "idle" },
    { label: "Hold", colour: "hold" },
    { label: "Strategy", colour: "accent", width: 2 },
  ],
  height: 208,
  axis: moneyAxis,
  value: money,
  hasTimes: true,
};

const DIFFERENCE: Look = {
  lines: [
    { label: "to idle", colour: "idle" },
    { label: "to Hold", colour: "hold", width: 2 },
  ],
  height: 208,
  axis: percentAxis,
  value: (value) => `${signed(100 * value, 2)} %`,
  range: (min, max) => [Math.min(min * 1.1, -0.0002), Math.max(max * 1.1, 0.0002)],
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

/** Looks by number of lanes. */
const SKIPS: readonly Look[] = [0, ...REASON_CODES.keys()].map((_, lanes) => ({
  lines: [],
  height: SKIP_ROW_HEIGHT * lanes + 15,
  axis: () => "",
  value: () => "",
  range: () => [0, lanes],
}));

interface RunProps {
  readonly shown: RunOf;
}

/** The result over time: its difference to Hold and idle in money, or the equity of all three. */
function ResultChart({ shown }: RunProps): VNode {
  const { run, dataset } = shown;
  const { equity } = run.portfolio;
  const capital = Number(run.candidate.capital);
  const isEquity = resultAs.value === "equity";
  const columns = useMemo(() => {
    const lines = [dataset.idle, dataset.hold];
    return isEquity
      ? [dataset.timestamp, ...lines.map((line) => line.map((one) => capital * one)), equity]
      : [dataset.timestamp, ...lines.map((line) => gainOver(equity, line, capital))];
  }, [run, dataset, isEquity]);
  return (
    <div class="result-chart">
      <Choice
        legend="Result as"
        options={RESULTS}
        value={resultAs.value}
        choose={(chosen) => resultAs.value = chosen}
      />
      <RunChart
        key={resultAs.value}
        shown={shown}
        title={isEquity ? "Equity" : "Difference to Hold and idle"}
        note={(index) => isEquity || index !== null ? null : "% of the capital"}
        look={isEquity ? EQUITY : DIFFERENCE}
        columns={columns}
      />
    </div>
  );
}

/** The result, drawdown, position with fills, and skips. */
export function RunCharts({ shown }: RunProps): VNode {
  const { run, dataset } = shown;
  const drawdown = useMemo(
    () => [dataset.timestamp, fallsFromPeak(run.portfolio.equity, 0).map((fall) => -fall)],
    [run],
  );
  const position = useMemo(() => expandSteps(run.portfolio.position, dataset.bars), [run]);
  const positions = useMemo(
    () => [dataset.timestamp, position, expandSteps(run.portfolio.target, dataset.bars)],
    [run],
  );
  return (
    <section aria-label="Charts of the run">
      <ResultChart shown={shown} />
      <RunChart shown={shown} title="Drawdown" look={DRAWDOWN} columns={drawdown} />
      <RunChart
        shown={shown}
        title="Position"
        look={POSITION}
        columns={positions}
        draw={(chart) => drawFills(chart, run.events, position)}
        note={(index) =>
          index === null ? `${counted(run.metrics.fills, "fill")} ▲ buy ▼ sell` : null}
      />
      <SkipLanes shown={shown} />
    </section>
  );
}

/** A lane for each guardrail with a veto; the crosshair shows details. */
function SkipLanes({ shown }: RunProps): VNode | null {
  const { run, dataset: { timestamp } } = shown;
  const skips = useMemo(() => skippedSignals(run.events), [run]);
  const lanes = REASON_CODES.filter((code) => (run.execution.skippedByReason[code] ?? 0) > 0);
  const look = SKIPS[lanes.length];
  const columns = useMemo(() => [timestamp], [run]);
  const keys = REASON_CODES.flatMap((code) => {
    const { label, colour } = REASONS[code];
    const bars = run.execution.skippedByReason[code] ?? 0;
    return bars === 0 ? [] : [{ label: `${label} ${money(bars)}`, colour }];
  });
  const note = (index: number | null): string | null => {
    if (index === null) {
      const { intents, skips: skipped } = run.execution;
      return `wanted to trade on ${counted(intents, "bar")}, not let on ${money(skipped)}`;
    }
    const there = skipsAt(skips, index);
    return there.length === 0 ? "no skip on this bar" : there.map(skipSentence).join(" · ");
  };
  if (lanes.length === 0 || look === undefined) return null;
  const step = (timestamp[1] ?? 0) - (timestamp[0] ?? 0);
  return (
    <RunChart
      shown={shown}
      title="Skipped signals"
      look={look}
      keys={keys}
      columns={columns}
      draw={(chart: uPlot) => drawSkips(chart, skips, step, lanes)}
      note={note}
    />
  );
}

/**
 * The charts of a run below its yield, one frame later, so that a moving slider waits for the first
 * chart only.
 */
export function ChartTab(): VNode | null {
  const shown = useAfterPaint(drawnRun.value);
  if (shown === null) return null;
  return (
    <div class="chart-tab">
      <RunCharts shown={shown} />
      <SignalCharts shown={shown} />
      <Folded title="The market: yields, price to par, pool and volume">
        {() => <MarketCharts dataset={shown.dataset} group={runGroup} />}
      </Folded>
    </div>
  );
}
