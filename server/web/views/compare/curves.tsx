import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import type { Look } from "../../charts/plot_options.ts";
import { DAY_MS, NONE, percent, percentAxis } from "../../model/format.ts";
import { overlay } from "./overlay.ts";
import type { CompareRow } from "./compare_rows.ts";

const [dateGroup, dayGroup] = [new ChartGroup("compare-dates"), new ChartGroup("compare-days")];
/** Room for the names of the lines. */
const ROOM = 230;
/** The gain of each line since the start of its scored window, as a fraction of capital. */
export function Curves({ rows }: { readonly rows: readonly CompareRow[] }): VNode | null {
  const drawn = rows.filter(({ path }) => path !== null);
  const starts = new Set(drawn.map(({ path }) => path?.timestamp[0]));
  // Markets of other times have their days since the start in common.
  const hasDates = starts.size <= 1;
  const [look, columns] = useMemo(
    () => [curveLook(drawn, hasDates), curveColumns(drawn, hasDates)],
    [rows],
  );
  if (drawn.length === 0) return null;
  return (
    <div class="compare-curves">
      <Chart
        title="Gain"
        look={look}
        columns={columns}
        group={hasDates ? dateGroup : dayGroup}
        scoredFrom={null}
      />
    </div>
  );
}

function curveLook(rows: readonly CompareRow[], hasDates: boolean): Look {
  return {
    lines: rows.map(({ name, colour, dash }) => ({
      label: name,
      colour,
      ...dash && { dash },
    })),
    height: 340,
    room: ROOM,
    axis: percentAxis,
    value: (value) => Number.isFinite(value) ? percent(value) : NONE,
    hasTimes: true,
    ...!hasDates && { time: dayText, tick: dayText },
  };
}

function curveColumns(rows: readonly CompareRow[], hasDates: boolean): ReturnType<typeof overlay> {
  return overlay(rows.flatMap(({ path }) => {
    if (path === null) return [];
    const { timestamp, values } = path;
    const start = hasDates ? 0 : timestamp[0] ?? 0;
    return [{
      timestamp: timestamp.map((time) => time - start),
      values: values.map((multiple) => multiple - 1),
    }];
  }));
}

/** Returns a time since the start in days. */
function dayText(ms: number): string {
  return `day ${Math.floor(ms / DAY_MS)}`;
}
