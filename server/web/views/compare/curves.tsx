// This module is browser compatible.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import type { Look } from "../../charts/options.ts";
import { NONE, percent, percentAxis } from "../../model/format.ts";
import { overlay } from "../../model/overlay.ts";
import { type Compared, PIN_COLOURS } from "./compared.ts";
import { labelEnds } from "./end_labels.ts";

const group = new ChartGroup("compare");

/** The gain of each candidate since the start of its scored window, as a fraction of capital. */
export function Curves({ compared }: { readonly compared: readonly Compared[] }): VNode | null {
  const [look, columns] = useMemo(() => [lookOf(compared), columnsOf(compared)], [compared]);
  if (look.lines.length === 0) return null;
  return (
    <Chart
      title="Gain"
      look={look}
      columns={columns}
      group={group}
      scoredFrom={null}
      draw={(chart) => labelEnds(chart, look)}
    />
  );
}

function lookOf(compared: readonly Compared[]): Look {
  return {
    lines: compared.flatMap(({ outcome }, index) =>
      outcome === null ? [] : [{
        label: String(index + 1),
        colour: PIN_COLOURS[index] ?? "ink-soft",
        isUnlabelled: true,
      }]
    ),
    height: 320,
    axis: percentAxis,
    value: (value) => Number.isFinite(value) ? percent(value) : NONE,
    hasTimes: true,
  };
}

function columnsOf(compared: readonly Compared[]): ReturnType<typeof overlay> {
  return overlay(compared.flatMap(({ outcome }) => {
    if (outcome === null) return [];
    const { timestamp, portfolio, candidate, resolvedScoringProfile } = outcome.run;
    const { tradeStartIndex } = resolvedScoringProfile;
    const capital = Number(candidate.capital);
    return [{
      timestamp: timestamp.subarray(tradeStartIndex),
      values: portfolio.equity.subarray(tradeStartIndex).map((equity) => equity / capital - 1),
    }];
  }));
}
