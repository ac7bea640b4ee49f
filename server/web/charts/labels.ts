import type uPlot from "uplot";
import { type Colour, colour } from "./canvas_colours.ts";

/** Size of texts on a canvas, pixels. */
export const FONT_SIZE = 11;
const GAP = 14;
const DISTANCE = 8;
/** With less room to the right, the label of a line that ends early is on the left of its end. */
const ROOM_MIN = 120;
/** uPlot gives canvas positions in device pixels. */
export const ON_CANVAS = true;

/** A label at the end of a line, in pixels of the page. */
interface Label {
  readonly name: string;
  readonly value: string;
  readonly colour: string;
  /** The end of the line, and the preferred height of the middle of the text. */
  readonly x: number;
  readonly y: number;
  /** Whether the line ends before the others. */
  readonly isEarly: boolean;
}

/** The lines of a chart, as far as their labels say them. */
interface Labelled {
  readonly lines: readonly {
    readonly label: string;
    readonly short?: string;
    readonly colour: Colour;
    readonly isUnlabelled?: boolean;
  }[];
  value(value: number): string;
}

/** Writes the name and the last visible value of each line at its end. */
export function labelLines(chart: uPlot, look: Labelled): void {
  const ratio = devicePixelRatio;
  const { ctx, bbox } = chart;
  const labels = look.lines.flatMap((_, index) => lineLabel(chart, look, index));
  const [top, bottom] = [bbox.top / ratio, (bbox.top + bbox.height) / ratio];
  ctx.save();
  ctx.font = `500 ${FONT_SIZE * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  // Only labels of lines with the same end can overlap.
  for (const together of Map.groupBy(labels, ({ x }) => x).values()) {
    for (const { name, value, colour: ink, x, y, isEarly } of spread(together, GAP, top, bottom)) {
      const room = ctx.canvas.width / ratio - x - DISTANCE;
      const fitted = cut(name, value, room, (one) => ctx.measureText(one).width / ratio);
      const hasRoom = !isEarly || fitted.startsWith(name) || room >= ROOM_MIN;
      ctx.textAlign = hasRoom ? "left" : "right";
      ctx.fillStyle = ink;
      const text = hasRoom ? fitted : `${name} ${value}`;
      ctx.fillText(text, (hasRoom ? x + DISTANCE : x - DISTANCE) * ratio, y * ratio);
    }
  }
  ctx.restore();
}

/** Returns the label at the last visible value of a line, if it has one. */
function lineLabel(chart: uPlot, { lines, value }: Labelled, index: number): readonly Label[] {
  const [times, values] = [chart.data[0], chart.data[index + 1]];
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? [];
  const line = lines[index];
  if (line === undefined || line.isUnlabelled || chart.series[index + 1]?.show === false) return [];
  for (let at = last; values && at >= first; at--) {
    const [shown, time] = [values[at], times[at]];
    if (shown === null || shown === undefined || time === undefined) continue;
    const { left, width } = chart.bbox;
    const x = at === last ? left + width : chart.valToPos(time, "x", ON_CANVAS);
    return [{
      name: line.short ?? line.label,
      value: value(shown),
      colour: colour(line.colour),
      x: Math.round(x / devicePixelRatio),
      y: chart.valToPos(shown, "y", ON_CANVAS) / devicePixelRatio,
      isEarly: at < last,
    }];
  }
  return [];
}

/**
 * Places labels without overlap, in order, each as near to its preferred height as possible and within
 * the bounds if there is room.
 *
 * @param gap smallest distance between two middles
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(spread([{ y: 52 }, { y: 50 }], 10, 0, 100), [{ y: 50 }, { y: 60 }]);
 * ```
 */
export function spread<T extends { readonly y: number }>(
  labels: readonly T[],
  gap: number,
  top: number,
  bottom: number,
): readonly T[] {
  const placed: T[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const above = placed.at(-1);
    placed.push({ ...label, y: Math.max(label.y, above ? above.y + gap : top) });
  }
  let limit = bottom;
  return placed.toReversed().map((label) => {
    const y = Math.min(label.y, limit);
    limit = y - gap;
    return { ...label, y };
  }).toReversed();
}

/**
 * Returns a name with its value, the name shortened until both fit; the value is never cut.
 *
 * @param widthOf width of a text, in the units of `room`
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cut("Bollinger", "3 %", 20, ({ length }) => length), "Bollinger 3 %");
 * assertEquals(cut("Bollinger", "3 %", 10, ({ length }) => length), "Bolli… 3 %");
 * ```
 */
export function cut(
  name: string,
  value: string,
  room: number,
  widthOf: (text: string) => number,
): string {
  let [kept, fitted] = [name, `${name} ${value}`];
  while (widthOf(fitted) > room && kept.length > 1) {
    kept = kept.slice(0, -1);
    fitted = `${kept}… ${value}`;
  }
  return fitted;
}
