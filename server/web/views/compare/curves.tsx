import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import { type Look, NARROW_WIDTH } from "../../charts/options.ts";
import { Choice } from "../../components/choice.tsx";
import { NONE, percent, percentAxis } from "../../model/format.ts";
import { overlay } from "../../model/overlay.ts";
import { labelEnds } from "./end_labels.ts";
import type { CompareRow } from "./rows.ts";

const [dateGroup, dayGroup] = [new ChartGroup("compare-dates"), new ChartGroup("compare-days")];
/** Room for the names of the lines. */
const ROOM = 230;
const DAY_MS = 86_400_000;
const CLOCKS = [
  { value: "days", label: "Days since start" },
  { value: "dates", label: "Dates" },
] as const;
type Clock = typeof CLOCKS[number]["value"];

/** The gain of each line since the start of its scored window, as a fraction of capital. */
export function Curves({ rows }: { readonly rows: readonly CompareRow[] }): VNode | null {
  const drawn = rows.filter(({ path }) => path !== null);
  const starts = new Set(drawn.map(({ path }) => path?.timestamp[0]));
  const [wanted, setWanted] = useState<Clock>("days");
  const clock: Clock = starts.size > 1 ? wanted : "dates";
  const [look, columns] = useMemo(() => [lookOf(drawn, clock), columnsOf(drawn, clock)], [
    rows,
    clock,
  ]);
  if (drawn.length === 0) return null;
  return (
    <div class="compare-curves">
      {starts.size > 1 && (
        <Choice
          legend="Time axis"
          options={CLOCKS}
          value={clock}
          choose={(value: Clock) => setWanted(value)}
        />
      )}
      <Chart
        title="Gain"
        look={look}
        columns={columns}
        group={clock === "days" ? dayGroup : dateGroup}
        scoredFrom={null}
        draw={(chart) => chart.width >= NARROW_WIDTH && labelEnds(chart, look)}
      />
    </div>
  );
}

function lookOf(rows: readonly CompareRow[], clock: Clock): Look {
  return {
    lines: rows.map(({ name, colour, dash }) => ({
      label: name,
      colour,
      isUnlabelled: true,
      ...dash && { dash },
    })),
    height: 340,
    room: ROOM,
    axis: percentAxis,
    value: (value) => Number.isFinite(value) ? percent(value) : NONE,
    hasTimes: true,
    ...clock === "days" && { time: dayText, tick: dayText },
  };
}

function columnsOf(rows: readonly CompareRow[], clock: Clock): ReturnType<typeof overlay> {
  return overlay(rows.flatMap(({ path }) => {
    if (path === null) return [];
    const { timestamp, values } = path;
    const start = clock === "days" ? timestamp[0] ?? 0 : 0;
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
