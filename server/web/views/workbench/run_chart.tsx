import type { VNode } from "preact";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import type { ChartProps } from "../../charts/plot_options.ts";
import type { RunOf } from "../../state/state.ts";

/** The charts of the run share crosshair and zoom. */
export const runGroup = new ChartGroup("run");

type RunChartProps = Omit<ChartProps, "group" | "scoredFrom"> & { readonly shown: RunOf };

/** A chart of a run, whose warmup is shaded. */
export function RunChart({ shown: { run }, ...chart }: RunChartProps): VNode {
  const scoredFrom = Date.parse(run.resolvedScoringProfile.scoreStartTimestamp);
  return <Chart {...chart} group={runGroup} scoredFrom={scoredFrom} />;
}
