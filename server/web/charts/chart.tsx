// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { time } from "../model/format.ts";
import { type ChartGroup, extent } from "./group.ts";
import { heightOf, type Live, type Look, optionsOf } from "./options.ts";
import { Ranges } from "./ranges.tsx";
import { type Colour, themeCount } from "./theme.ts";

/** Values of a line; null where it has none. */
export type Column = Float64Array | readonly (number | null)[];

interface ChartProps {
  /** Title, also for screen readers. */
  readonly title: string;
  readonly look: Look;
  /** Times in milliseconds, then the values of each line. */
  readonly columns: readonly Column[];
  readonly group: ChartGroup;
  readonly scoredFrom: number | null;
  /** Returns a note beside the values of the lines, on one bar or on the whole chart. */
  note?(index: number | null): string | null;
  /** More colours for the legend, which is shown without a crosshair. */
  readonly keys?: readonly { readonly label: string; readonly colour: Colour }[];
  /** Draws on top of the lines. */
  draw?(chart: uPlot): void;
  /** Whether this chart has the buttons for the zoom of the group. */
  readonly hasRanges?: boolean;
  /** Called when these columns are on the screen. */
  drawn?(): void;
}

const ZOOM_STEP = 0.6;
const ignore = (): void => {};

/** Lines over time; the group shares crosshair and zoom. */
export function Chart(props: ChartProps): VNode {
  const { title, look, columns, group, scoredFrom } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const madeOf = useRef<Look | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const live = useRef<Live>({ look, scoredFrom, moved: setIndex, draw: ignore, drawn: ignore });
  live.current.look = look;
  live.current.scoredFrom = scoredFrom;
  live.current.draw = (made) => props.draw?.(made);
  live.current.drawn = () => props.drawn?.();
  const theme = themeCount.value;

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const options = optionsOf(live.current, current.clientWidth, group);
    const made = new uPlot(options, toData(columns), current);
    chart.current = made;
    madeOf.current = look;
    group.add(made);
    const observer = new ResizeObserver(() => {
      if (current.clientWidth !== made.width) {
        const width = current.clientWidth;
        made.setSize({ width, height: heightOf(live.current.look, width) });
      }
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      group.remove(made);
      made.destroy();
      chart.current = null;
    };
  }, [group, theme, look]);

  // A layout effect runs before the frame is painted; an effect would wait for the next one.
  useLayoutEffect(() => {
    const { current } = chart;
    // Another look has other lines, so the chart is created again.
    if (current === null || madeOf.current !== look || isSameColumns(current.data, columns)) return;
    const isSameTime = spans(current.data[0], columns[0]);
    if (!isSameTime) group.zoom(null);
    current.setData(toData(columns), !isSameTime || group.span.peek() === null);
  }, [columns]);

  return (
    <figure
      class="chart"
      tabIndex={0}
      aria-label={`${title}. ${describe(props)}`}
      aria-keyshortcuts="ArrowLeft ArrowRight + - 0"
      onKeyDown={(event) => {
        if (chart.current !== null && key(event.key, chart.current, group)) event.preventDefault();
      }}
    >
      <figcaption>
        <span class="chart-title">{title}</span>
        <Readout {...props} index={index} />
        {props.hasRanges && <Ranges times={columns[0]} group={group} scoredFrom={scoredFrom} />}
        <span class="keys" aria-hidden="true">← → crosshair · + − zoom · 0 all</span>
      </figcaption>
      <div class="plot" ref={box} />
    </figure>
  );
}

/** The values under the crosshair, or the legend of the lines. */
function Readout(
  { look, columns, keys, note, index }: ChartProps & { index: number | null },
): VNode {
  const at = index === null ? null : columns[0]?.[index] ?? null;
  const remark = note?.(index) ?? null;
  return (
    <span class="readout">
      {at !== null && <span class="at">{(look.time ?? time)(at)}</span>}
      {look.lines.map(({ label, colour, dash }, line) => (
        <span key={label} class="reading">
          {look.lines.length > 1 && <i class={`swatch ${colour} ${dash ? "dashed" : ""}`} />}
          {look.lines.length > 1 && label}
          {at !== null && index !== null && <b>{look.value(columns[line + 1]?.[index] ?? NaN)}</b>}
        </span>
      ))}
      {at === null && keys?.map(({ label, colour }) => (
        <span key={label} class="reading">
          <i class={`swatch block ${colour}`} />
          {label}
        </span>
      ))}
      {remark !== null && <span class="remark">{remark}</span>}
    </span>
  );
}

/** Returns the first and the last value of each line in words. */
function describe({ look, columns }: ChartProps): string {
  return look.lines.map(({ label }, line) => {
    // No filter(): this runs in every frame while a slider moves.
    const values = (columns[line + 1] ?? []) as ArrayLike<number | null> & Float64Array;
    const first = values.find(isNumber) ?? NaN;
    const last = values.findLast(isNumber) ?? NaN;
    return `${label} from ${look.value(first)} to ${look.value(last)}`;
  }).join(", ");
}

function isNumber(value: number | null): boolean {
  return value !== null;
}

/** Moves the crosshair or zooms; returns whether the key had a function. */
function key(name: string, chart: uPlot, group: ChartGroup): boolean {
  const { min, max } = group.span.peek() ?? extent(chart);
  const times = chart.data[0];
  const index = chart.cursor.idx ?? times.length - 1;
  const step = Math.max(1, Math.round(times.length / 200));
  switch (name) {
    case "ArrowLeft":
    case "ArrowRight": {
      const moved = index + (name === "ArrowLeft" ? -step : step);
      const at = times[Math.min(Math.max(0, moved), times.length - 1)] ?? min;
      chart.setCursor({ left: chart.valToPos(at, "x"), top: 0 });
      return true;
    }
    case "+":
    case "=":
    case "-": {
      const middle = times[index] ?? (min + max) / 2;
      const factor = name === "-" ? 1 / ZOOM_STEP : ZOOM_STEP;
      const whole = extent(chart);
      const span = {
        min: Math.max(whole.min, middle - (middle - min) * factor),
        max: Math.min(whole.max, middle + (max - middle) * factor),
      };
      group.zoom(span.min <= whole.min && span.max >= whole.max ? null : span);
      return true;
    }
    case "0":
    case "Escape":
      group.zoom(null);
      return true;
    default:
      return false;
  }
}

/** Returns whether two columns have the same times: every run brings an array of its own. */
function spans(one: ArrayLike<number>, other: Column | undefined): boolean {
  return one.length === other?.length && one[0] === other[0] && one[1] === other[1];
}

function isSameColumns(shown: uPlot.AlignedData, columns: readonly Column[]): boolean {
  return columns.every((column, index) => shown[index] === column);
}

function toData(columns: readonly Column[]): uPlot.AlignedData {
  return columns as unknown as uPlot.AlignedData;
}
