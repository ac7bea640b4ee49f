import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { drawFills } from "./marks.ts";
import type { Look } from "../../charts/plot_options.ts";
import { counted, percent, percentAxis } from "../../model/format.ts";
import { type Panel, signalPanels, withUnit } from "./signal_panels.ts";
import { CHANGED_MARK, DRAWN_MEASURE, type RunOf } from "../../state/state.ts";
import { RunChart } from "./run_chart.tsx";

interface SignalProps {
  readonly shown: RunOf;
}

const PANEL_HEIGHT = 112;
const YIELD: Look["lines"][number] = { label: "Implied yield", colour: "accent", width: 1.5 };

/** The yield with fills and with the thresholds of the strategies. */
export function YieldChart({ shown }: SignalProps): VNode {
  const { run, dataset } = shown;
  const { lines, columns } = useMemo(() => signalPanels(run).overYield, [run]);
  const look = useStable<Look>({
    lines: [...lines, YIELD],
    height: 264,
    axis: percentAxis,
    value: yieldText,
    hasTimes: true,
  });
  const yields = dataset.columns["impliedApy"] ?? dataset.timestamp;
  const all = useMemo(() => [dataset.timestamp, ...columns, yields], [run, yields]);
  return (
    <RunChart
      shown={shown}
      title="Yield and fills"
      hasRanges
      look={look}
      columns={all}
      draw={(chart) => drawFills(chart, run.events, yields)}
      drawn={measure}
      note={(index) => index === null ? `${counted(run.metrics.fills, "fill")} ▲ buy ▼ sell` : null}
    />
  );
}

/** The other inputs of the strategies, one chart per scale. */
export function SignalCharts({ shown }: SignalProps): VNode | null {
  const { run } = shown;
  const { own } = useMemo(() => signalPanels(run), [run]);
  if (own.length === 0) return null;
  return (
    <section aria-label="Inputs of the strategies">
      {own.map((panel, index) => <SignalChart key={index} shown={shown} panel={panel} />)}
    </section>
  );
}

function SignalChart({ shown, panel }: SignalProps & { readonly panel: Panel }): VNode {
  const write = withUnit(panel.unit);
  const look = useStable<Look>({
    lines: panel.hasYield ? [...panel.lines, YIELD] : panel.lines,
    height: PANEL_HEIGHT,
    axis: write,
    value: write,
  });
  const yields = panel.hasYield ? shown.dataset.columns["impliedApy"] : undefined;
  const columns = useMemo(
    () => [shown.dataset.timestamp, ...panel.columns, ...yields ? [yields] : []],
    [panel, yields],
  );
  return (
    <RunChart
      shown={shown}
      title={panel.title}
      look={look}
      columns={columns}
      note={(index) => index === null ? panel.unit : null}
    />
  );
}

/** Returns the first of equal looks, because a chart is recreated for a new object. */
function useStable<T>(value: T): T {
  return useMemo(() => value, [JSON.stringify(value)]);
}

function yieldText(value: number): string {
  return percent(value, 2);
}

/** Measures the time from a change of the candidate to its curve on the screen. */
function measure(): void {
  if (performance.getEntriesByName(CHANGED_MARK).length === 0) return;
  performance.measure(DRAWN_MEASURE, CHANGED_MARK);
  performance.clearMarks(CHANGED_MARK);
}
