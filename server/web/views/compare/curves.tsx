import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Chart } from "../../charts/chart.tsx";
import { ChartGroup } from "../../charts/group.ts";
import { type Look, NARROW_WIDTH } from "../../charts/plot_options.ts";
import { DAY_MS, NONE, percent, percentAxis } from "../../model/format.ts";
import { overlay } from "./overlay.ts";
import type { CompareRow } from "./compare_rows.ts";
import { cut, type Label, spread } from "../../charts/labels.ts";
import { colour } from "../../charts/canvas_colours.ts";

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
    [
      rows,
    ],
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
        draw={(chart) => chart.width >= NARROW_WIDTH && labelEnds(chart, look)}
      />
    </div>
  );
}

function curveLook(rows: readonly CompareRow[], hasDates: boolean): Look {
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

const FONT_SIZE = 11;
const GAP = 14;
const DISTANCE = 8;
/** With less room to the right, a label is on the left of the end of its line. */
const ROOM_MIN = 120;
const ON_CANVAS = true;

interface End extends Label {
  /** End of the line, pixels from the left. */
  readonly x: number;
}

/** Labels the end of each line with its name and last value. */
function labelEnds(chart: uPlot, look: Look): void {
  const ratio = devicePixelRatio;
  const { ctx, bbox } = chart;
  const ends = look.lines.flatMap((_, index) =>
    chart.series[index + 1]?.show === false ? [] : endLabel(chart, look, index)
  );
  const [top, bottom] = [bbox.top / ratio, (bbox.top + bbox.height) / ratio];
  ctx.save();
  ctx.font = `500 ${FONT_SIZE * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  // Only labels of lines with the same end can overlap.
  for (const x of new Set(ends.map((end) => end.x))) {
    const together = ends.filter((end) => end.x === x);
    for (const { text, colour: ink, y } of spread(together, GAP, top, bottom)) {
      const room = ctx.canvas.width / ratio - x - DISTANCE;
      const fitted = cut(text, room, (one) => ctx.measureText(one).width / ratio);
      const hasRoom = fitted === text || room >= ROOM_MIN;
      ctx.textAlign = hasRoom ? "left" : "right";
      ctx.fillStyle = ink;
      ctx.fillText(
        hasRoom ? fitted : text,
        (hasRoom ? x + DISTANCE : x - DISTANCE) * ratio,
        y * ratio,
      );
    }
  }
  ctx.restore();
}

/** Returns the label at the last visible value of a line. */
function endLabel(chart: uPlot, { lines, value }: Look, index: number): readonly End[] {
  const [times, values] = [chart.data[0], chart.data[index + 1]];
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? [];
  const line = lines[index];
  for (let at = last; values && line && at >= first; at--) {
    const [shown, time] = [values[at], times[at]];
    if (shown === null || shown === undefined || time === undefined) continue;
    return [{
      text: `${line.label}: ${value(shown)}`,
      colour: colour(line.colour),
      x: Math.round(chart.valToPos(time, "x", ON_CANVAS) / devicePixelRatio),
      y: chart.valToPos(shown, "y", ON_CANVAS) / devicePixelRatio,
    }];
  }
  return [];
}
