import uPlot from "uplot";
import { type Colour, colour, faint } from "./canvas_colours.ts";
import { tick } from "../model/format.ts";
import { FONT_SIZE, labelLines, ON_CANVAS } from "./labels.ts";
import type { ChartGroup } from "./group.ts";

/** One line of a chart. */
export interface Line {
  readonly label: string;
  readonly colour: Colour;
  readonly width?: number;
  /** Whether the area down to zero is filled. */
  readonly isFilled?: boolean;
  /** Whether a value holds until the next one. */
  readonly isStepped?: boolean;
  readonly dash?: readonly number[];
  /** Whether the label at its right end is left out. */
  readonly isUnlabelled?: boolean;
  /** Shorter text for the label at its right end. */
  readonly short?: string;
}

/** The look of a chart, without its numbers. */
export interface Look {
  readonly lines: readonly Line[];
  readonly height: number;
  /** Returns a tick of the axis as text, given the distance between ticks. */
  axis(value: number, step: number): string;
  /** Returns a value of a line as text. */
  value(value: number): string;
  /** Lowest and highest visible value; by default those of the data. */
  range?(min: number, max: number): readonly [number, number];
  /** Returns a position on the x axis as text, for charts whose x is not a date. */
  time?(ms: number): string;
  tick?(ms: number): string;
  /** Room for labels beside the lines, pixels; the default is smaller. */
  readonly room?: number;
  /** Whether the chart has a time axis. */
  readonly hasTimes?: boolean;
}

const FONT = `${FONT_SIZE}px system-ui, sans-serif`;
const LEFT = 52;
const RIGHT_WIDE = 140;
const RIGHT_NARROW = 8;
/** Narrower charts have no labels beside the lines. */
export const NARROW_WIDTH = 560;
const TALL_HEIGHT = 208;
const LOW_HEIGHT = 160;
const TIMES_HEIGHT = 24;
const PADDING_TOP = 8;
/** Half the height of the lowest label, for charts without a time axis. */
const PADDING_BOTTOM = 7;
const SHADE_TEXT = "Warmup, not scored";
const SHADE_TEXT_HEIGHT_MIN = 150;

/** The parts of a chart that change while it exists. */
export interface Live {
  look: Look;
  /** Start of the scored window, milliseconds; earlier times are shaded. */
  scoredFrom: number | null;
  moved(index: number | null): void;
  /** Draws on top of the lines. */
  draw(chart: uPlot): void;
  drawn(): void;
}

/** Returns the height; a narrow screen needs more, for the controls. */
export function chartHeight({ height }: Look, width: number): number {
  return width < NARROW_WIDTH && height > TALL_HEIGHT ? TALL_HEIGHT : height;
}

/** Returns uPlot options for a look. */
export function plotOptions(live: Live, width: number, group: ChartGroup): uPlot.Options {
  const { look } = live;
  const hasLabels = width >= NARROW_WIDTH;
  return {
    width,
    height: chartHeight(look, width),
    ms: 1,
    tzDate: (ms) => new Date(ms + new Date(ms).getTimezoneOffset() * 60_000),
    padding: [
      PADDING_TOP,
      hasLabels ? look.room ?? RIGHT_WIDE : RIGHT_NARROW,
      look.hasTimes ? 0 : PADDING_BOTTOM,
      0,
    ],
    legend: { show: false },
    cursor: {
      sync: { key: group.key, setSeries: false },
      drag: { x: true, y: false },
      points: { size: 7 },
      focus: { prox: -1 },
    },
    scales: {
      x: { time: true },
      y: { range: (_, min, max) => bounds(look, min, max) },
    },
    axes: axes(look),
    series: [{}, ...look.lines.map(toSeries)],
    hooks: {
      drawClear: [(chart) => shade(chart, live.scoredFrom)],
      draw: [(chart) => {
        live.draw(chart);
        if (hasLabels) labelLines(chart, look);
        if (look.hasTimes) nameShade(chart, live.scoredFrom);
        live.drawn();
      }],
      setCursor: [({ cursor }) => live.moved(cursor.idx ?? null)],
      setScale: [(chart, scale) => {
        if (scale === "x") group.follow(chart);
      }],
    },
  };
}

/**
 * Removes the zeros that all labels of an axis have at the end of their decimals.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shortened(["2.00 %", "", "0.50 %"]), ["2.0 %", "", "0.5 %"]);
 * assertEquals(shortened(["−4.00", "0.00"]), ["−4", "0"]);
 * ```
 */
export function shortened(labels: readonly string[]): string[] {
  const decimals = labels.map((label) => /\.(\d+)\D*$/.exec(label)?.[1] ?? "");
  const kept = Math.max(...decimals.map((digits) => digits.replace(/0+$/, "").length));
  return labels.map((label) =>
    label.replace(/\.\d+(?=\D*$)/, (digits) => kept === 0 ? "" : digits.slice(0, 1 + kept))
  );
}

function bounds({ range }: Look, min: number | null, max: number | null): [number, number] {
  const [low, high] = [min ?? 0, max ?? 1];
  if (range) return [...range(low, high)];
  const margin = (high - low || Math.abs(high) || 1) * 0.06;
  return [low - margin, high + margin];
}

/** Returns the axis of times and that of values. */
function axes(look: Look): uPlot.Axis[] {
  const style: uPlot.Axis = {
    font: FONT,
    stroke: () => colour("ink-soft"),
    grid: { stroke: () => colour("line"), width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...style,
      show: look.hasTimes === true,
      size: TIMES_HEIGHT,
      gap: 4,
      space: 72,
      values: (_, splits, __, ___, step) => splits.map((at) => look.tick?.(at) ?? tick(at, step)),
    },
    {
      ...style,
      size: LEFT,
      gap: 6,
      // Low charts get denser ticks, else they would have one.
      space: look.height < LOW_HEIGHT ? 18 : 28,
      values: (_, splits) => {
        const step = Math.abs((splits[1] ?? 0) - (splits[0] ?? 0));
        return shortened(splits.map((value) => value === null ? "" : look.axis(value, step)));
      },
    },
  ];
}

function toSeries(line: Line): uPlot.Series {
  const stepped = line.isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label: line.label,
    stroke: () => colour(line.colour),
    width: line.width ?? 1.5,
    points: { show: false },
    ...line.isFilled && { fill: () => faint(line.colour, 0.14), fillTo: 0 },
    ...line.dash && { dash: [...line.dash] },
    ...stepped && { paths: stepped },
  };
}

/** Shades the warmup, which is not scored. */
function shade(chart: uPlot, scoredFrom: number | null): void {
  const { ctx, bbox } = chart;
  const width = shadeWidth(chart, scoredFrom);
  if (width <= 0) return;
  ctx.save();
  ctx.fillStyle = colour("shade");
  ctx.fillRect(bbox.left, bbox.top, width, bbox.height);
  ctx.restore();
}

function shadeWidth(chart: uPlot, scoredFrom: number | null): number {
  if (scoredFrom === null) return 0;
  const { left, width } = chart.bbox;
  return Math.min(chart.valToPos(scoredFrom, "x", ON_CANVAS) - left, width);
}

/** Names the warmup where its name has room, over lines and grid and apart from them. */
function nameShade(chart: uPlot, scoredFrom: number | null): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const [left, top] = [bbox.left + 8 * ratio, bbox.top + 6 * ratio];
  if (bbox.height <= SHADE_TEXT_HEIGHT_MIN * ratio) return;
  ctx.save();
  ctx.font = `${FONT_SIZE * ratio}px system-ui, sans-serif`;
  const { width } = ctx.measureText(SHADE_TEXT);
  if (width <= shadeWidth(chart, scoredFrom) - 16 * ratio) {
    ctx.textAlign = "left";
    ctx.textBaseline = "top";
    ctx.lineJoin = "round";
    ctx.lineWidth = 4 * ratio;
    ctx.strokeStyle = colour("page");
    ctx.strokeText(SHADE_TEXT, left, top);
    ctx.fillStyle = colour("ink-soft");
    ctx.fillText(SHADE_TEXT, left, top);
  }
  ctx.restore();
}

/** Values of a line; null marks a gap. */
export type Column = Float64Array | readonly (number | null)[];

/** Properties of a chart. */
export interface ChartProps {
  /** Title, also for screen readers. */
  readonly title: string;
  readonly look: Look;
  /** Times in milliseconds, then the values of each line. A chart is drawn again for a new array. */
  readonly columns: readonly Column[];
  readonly group: ChartGroup;
  readonly scoredFrom: number | null;
  /** Returns a note to show beside the values, on one bar or (null) on the whole chart. */
  note?(index: number | null): string | null;
  /** Additional entries of the legend, shown while there is no crosshair. */
  readonly keys?: readonly { readonly label: string; readonly colour: Colour }[];
  /** Draws on top of the lines. */
  draw?(chart: uPlot): void;
  /** Whether this chart has the buttons for the zoom of the group. */
  readonly hasRanges?: boolean;
  /** Called when these columns have been drawn. */
  drawn?(): void;
}
