import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import {
  chartHeight,
  type ChartProps,
  type Column,
  type Live,
  type Look,
  plotOptions,
} from "./plot_options.ts";
import { followGestures } from "./gestures.ts";
import { Ranges, Readout } from "./readout.tsx";
import { themeCount } from "./canvas_colours.ts";
import { type ChartGroup, extent } from "./group.ts";
import { moved, zoomedAbout } from "./zoom.ts";

const ignore = (): void => {};
/** Off-screen charts are redrawn after this time without a change, milliseconds. */
const UNSEEN_MS = 150;
/** Assumed until the browser reports the visibility. */
const ON_SCREEN = true;

/** Lines over time. The charts of a group share crosshair and zoom. */
export function Chart(props: ChartProps): VNode {
  const { title, columns, group, scoredFrom } = props;
  const { box, chart, index, hidden, toggle } = usePlot(props);
  return (
    <figure
      class="chart"
      tabIndex={0}
      aria-label={`${title}. ${describe(props)}`}
      aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight + - 0"
      onKeyDown={(event) => {
        if (chart.current !== null && followKey(event, chart.current, group)) {
          event.preventDefault();
        }
      }}
    >
      <figcaption>
        <span class="chart-title">{title}</span>
        <Readout {...props} index={index} hidden={hidden} toggle={toggle} />
        {props.hasRanges && <Ranges times={columns[0]} group={group} scoredFrom={scoredFrom} />}
        <span class="keys" aria-hidden="true">
          wheel or + − zoom · drag moves · ← → crosshair · 0 all
        </span>
      </figcaption>
      <div class="plot" ref={box} />
    </figure>
  );
}

/** A chart on its canvas. */
interface Plot {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly chart: RefObject<uPlot | null>;
  /** The bar under the crosshair. */
  readonly index: number | null;
  /** Labels of the lines that are not shown. */
  readonly hidden: ReadonlySet<string>;
  toggle(label: string): void;
}

/** Draws the lines on a canvas, again when they change: at once on the screen, else a little later. */
function usePlot(props: ChartProps): Plot {
  const { look, columns, group, scoredFrom } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const madeOf = useRef<Look | null>(null);
  /** The columns on the canvas. What is drawn on top of them may change though each line stays. */
  const drawnOf = useRef<readonly Column[]>([]);
  const [index, setIndex] = useState<number | null>(null);
  const live = useRef<Live>({ look, scoredFrom, moved: setIndex, draw: ignore, drawn: ignore });
  live.current.look = look;
  live.current.scoredFrom = scoredFrom;
  live.current.draw = (made) => props.draw?.(made);
  live.current.drawn = () => props.drawn?.();
  const isSeen = useRef<boolean>(ON_SCREEN);
  const show = useRef(ignore);
  const theme = themeCount.value;
  const { hidden, toggle } = useHidden(chart, look);

  // A layout effect runs before the frame is painted, an effect after it.
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const options = plotOptions(live.current, current.clientWidth, group);
    const made = new uPlot(options, toData(columns), current);
    chart.current = made;
    madeOf.current = look;
    drawnOf.current = columns;
    // First of all the zoom: a drawn chart hands its span to the group. `hide` would draw it at once.
    group.add(made);
    if (hidden.size > 0) hide(made, look, hidden);
    const endSight = watchSight(current, (seen) => {
      isSeen.current = seen;
      if (seen) show.current();
    });
    const endGestures = followGestures(made, group);
    const endSize = followWidth(made, current, () => live.current.look);
    return () => {
      for (const end of [endSize, endSight, endGestures]) end();
      group.remove(made);
      made.destroy();
      chart.current = null;
    };
  }, [group, theme, look]);

  show.current = (): void => {
    const { current } = chart;
    // A new look has other lines, so the chart is recreated.
    if (current === null || madeOf.current !== look || drawnOf.current === columns) return;
    drawnOf.current = columns;
    const isSameTime = spans(current.data[0], columns[0]);
    if (!isSameTime) group.zoom(null);
    current.setData(toData(columns), !isSameTime || group.span.peek() === null);
  };
  useLayoutEffect(() => {
    if (isSeen.current) return show.current();
    const late = setTimeout(() => show.current(), UNSEEN_MS);
    return () => clearTimeout(late);
  }, [columns]);
  return { box, chart, index, hidden, toggle };
}

/** The lines that the reader has hidden, on the canvas as well. */
function useHidden(chart: Plot["chart"], look: Look): Pick<Plot, "hidden" | "toggle"> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (label: string): void => {
    const others = new Set(hidden);
    if (!others.delete(label)) others.add(label);
    setHidden(others);
    if (chart.current !== null) hide(chart.current, look, others);
  };
  return { hidden, toggle };
}

/** Tells whether a box is on the screen; returns what ends it. */
function watchSight(box: Element, tell: (seen: boolean) => void): () => void {
  const sight = new IntersectionObserver(([entry]) => tell(entry?.isIntersecting ?? true));
  sight.observe(box);
  return () => sight.disconnect();
}

/** Keeps a chart as wide as its box; returns what ends it. */
function followWidth(made: uPlot, box: HTMLElement, look: () => Look): () => void {
  const observer = new ResizeObserver(() => {
    const width = box.clientWidth;
    if (width !== made.width) made.setSize({ width, height: chartHeight(look(), width) });
  });
  observer.observe(box);
  return () => observer.disconnect();
}

/** Updates which lines are visible. */
function hide(chart: uPlot, { lines }: Look, hidden: ReadonlySet<string>): void {
  chart.batch(() => {
    lines.forEach(({ label }, line) => {
      const show = !hidden.has(label);
      if (chart.series[line + 1]?.show !== show) chart.setSeries(line + 1, { show });
    });
  });
}

/** Describes the range and the last value of each line, and what the keys count. */
function describe({ look, columns, keys = [] }: ChartProps): string {
  const lines = look.lines.map(({ label }, line) => {
    // Without filter(), because this runs in every frame while a slider moves.
    const values = (columns[line + 1] ?? []) as ArrayLike<number | null> & Float64Array;
    const last = values.findLast(isNumber) ?? NaN;
    let [low, high] = [last, last];
    values.forEach((value) => {
      if (value !== null && value < low) low = value;
      else if (value !== null && value > high) high = value;
    });
    return `${label} from ${look.value(low)} to ${look.value(high)}, last ${look.value(last)}`;
  });
  return [...lines, ...keys.map(({ label }) => label)].join(", ");
}

function isNumber(value: number | null): boolean {
  return value !== null;
}

/** Returns whether two columns have the same times; every run has a new array. */
function spans(one: ArrayLike<number>, other: Column | undefined): boolean {
  return one.length === other?.length && one[0] === other[0] && one[1] === other[1];
}

function toData(columns: readonly Column[]): uPlot.AlignedData {
  return columns as unknown as uPlot.AlignedData;
}

const ZOOM_STEP = 0.6;
/** Share of the window by which a key moves it. */
const MOVE_STEP = 0.2;

/** Handles a key that moves the crosshair or the window, or zooms; returns whether it had a function. */
function followKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  chart: uPlot,
  group: ChartGroup,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const [times, whole] = [chart.data[0], extent(chart)];
  const shown = group.span.peek() ?? whole;
  const index = chart.cursor.idx ?? times.length - 1;
  const step = Math.max(1, Math.round(times.length / 200));
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const sign = key === "ArrowLeft" ? -1 : 1;
      if (shiftKey) {
        if (group.span.peek() === null) return true;
        group.zoom(moved(shown, whole, sign * MOVE_STEP * (shown.max - shown.min)));
        return true;
      }
      const at = times[Math.min(Math.max(0, index + sign * step), times.length - 1)] ?? shown.min;
      chart.setCursor({ left: chart.valToPos(at, "x"), top: 0 });
      return true;
    }
    case "+":
    case "=":
    case "-": {
      const middle = times[index] ?? (shown.min + shown.max) / 2;
      const factor = key === "-" ? 1 / ZOOM_STEP : ZOOM_STEP;
      group.zoom(zoomedAbout(shown, whole, middle, factor));
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
