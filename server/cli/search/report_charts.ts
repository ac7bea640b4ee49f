import { type Axis, chooserOf, type SearchPlan, signOf } from "../../contracts/plan.ts";
import {
  binnerOf,
  binsOf,
  coordinateAt,
  labelOf,
  levelsOf,
  nameOf,
} from "../../search/axis_scale.ts";
import type { MeritMap } from "../../search/maps.ts";
import type { FoldReport, SearchReport } from "../../search/report.ts";
import { type Html, html, SHADES } from "./report_html.ts";

/** Of every chart, in units of about a pixel. */
const WIDTH = 360;
const LEFT = 64;
const BAR_HEIGHT = 96;
const ROW_HEIGHT = 26;
/** Below a chart, where its labels are. */
const FOOT = 18;
/** Most labels beside an axis. */
const LABELS_MAX = 6;

/** Draws the best merit of each cell: of two axes in shades, of one as bars; the best is framed. */
export function mapChart(map: MeritMap, { plan, best }: SearchReport): Html {
  const [first, second] = map.axes.map((at) => plan.axes[at]);
  if (first === undefined) return html``;
  const sign = signOf(chooserOf(plan));
  const found = map.best.filter((merit) => merit !== null);
  const [least, most] = [Math.min(...found), Math.max(...found)];
  const shareOf = (merit: number): number => most > least ? (merit - least) / (most - least) : 1;
  const wide = (WIDTH - LEFT) / map.width;
  const height = second === undefined ? BAR_HEIGHT : Math.min(240, Math.max(96, 20 * map.height));
  const high = height / map.height;
  const boxAt = (cell: number): Box => ({
    x: LEFT + (cell % map.width) * wide,
    y: height - (Math.floor(cell / map.width) + 1) * high,
    width: Math.max(1, wide - 1),
    height: Math.max(1, high - 1),
  });
  const cells = map.best.map((merit, cell) => {
    const box = boxAt(cell);
    if (merit === null) return second === undefined ? html`` : rect("empty", box);
    const place = [first, second].flatMap((axis, at) =>
      axis === undefined
        ? []
        : [`${nameOf(axis)} ${binLabel(axis, at === 0 ? cell % map.width : rowOf(map, cell))}`]
    );
    const count = map.counts[cell] ?? 0;
    const mean = (map.sums[cell] ?? 0) / Math.max(1, count);
    const text = `${place.join(", ")}: best ${shown(sign * merit)}, mean ${
      shown(sign * mean)
    } of ${count}`;
    const tall = 4 + (height - 4) * shareOf(merit);
    return second === undefined
      ? rect("bar", { ...box, y: height - tall, height: tall }, text)
      : rect(`cell shade-${Math.round(SHADES * shareOf(merit))}`, box, text);
  });
  const own = best === null ? null : cellOf(map, plan, best.coordinates);
  const frame = own === null || second === undefined ? [] : [rect("frame", boxAt(own), "the best")];
  const names = [first, second].filter((axis) => axis !== undefined).map(nameOf).join(" and ");
  const range = found.length === 0 ? "none" : `${shown(sign * least)} to ${shown(sign * most)}`;
  const below = labelled(map.width).map((bin) =>
    label(binLabel(first, bin), LEFT + (bin + 0.5) * wide, height + 14, "middle")
  );
  const beside = second === undefined
    ? []
    : labelled(map.height).map((bin) =>
      label(binLabel(second, bin).slice(0, 9), LEFT - 6, height - (bin + 0.5) * high + 4, "end")
    );
  return figure(`${chooserOf(plan)} by ${names}: ${range}`, height, [
    ...cells,
    ...frame,
    ...below,
    ...beside,
  ]);
}

/** Draws how often each value of the aim was found, and the passive line where the aim is the score. */
export function histogramChart({ histogram, plan, luck }: SearchReport): Html {
  const { width, first, counts } = histogram;
  if (counts.length === 0) return html``;
  const sign = signOf(chooserOf(plan));
  const most = Math.max(...counts);
  const step = WIDTH / counts.length;
  const bars = counts.map((count, bin) => {
    const tall = BAR_HEIGHT * count / most;
    const [from, to] = [bin, bin + 1].map((edge) => sign * (first + edge) * width);
    const text = `${count} from ${shown(from ?? 0)} to ${shown(to ?? 0)}`;
    const box = { x: bin * step, y: BAR_HEIGHT - tall, width: step - 1, height: tall };
    return rect("bar", box, text);
  });
  const passive = chooserOf(plan) === "score" ? luck?.passiveScore ?? null : null;
  const at = passive === null ? -1 : (passive / width - first) * step;
  const mark = at < 0 || at > WIDTH
    ? []
    : [rect("mark", { x: at - 0.75, y: 0, width: 1.5, height: BAR_HEIGHT }, "the passive line")];
  const caption = `Candidates by ${chooserOf(plan)}${
    mark.length > 0 ? "; the line is the passive one" : ""
  }`;
  return figure(caption, BAR_HEIGHT, [
    ...bars,
    ...mark,
    label(shown(sign * first * width), 0, BAR_HEIGHT + 14, "start"),
    label(shown(sign * (first + counts.length) * width), WIDTH, BAR_HEIGHT + 14, "end"),
  ]);
}

/** Draws of each fold what its best earned above the line: a ring where it was searched, a dot tested. */
export function foldsChart(folds: readonly FoldReport[]): Html {
  const all = folds.flatMap(({ excess: { searched, tested } }) => [searched, tested]);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const at = (value: number): number =>
    LEFT + 8 + (WIDTH - LEFT - 16) * (value - least) / Math.max(1e-9, most - least);
  const height = ROW_HEIGHT * folds.length;
  const rows = folds.flatMap(({ name, excess: { searched, tested } }, row) => {
    const y = (row + 0.5) * ROW_HEIGHT;
    const [left, right] = [at(searched), at(tested)].toSorted((one, other) => one - other);
    const text = `${name}: ${percent(searched)} a year searched, ${percent(tested)} tested`;
    const line = { x: left ?? 0, y: y - 1, width: (right ?? 0) - (left ?? 0), height: 2 };
    return [
      label(name, LEFT - 6, y + 4, "end"),
      rect("track", line, text),
      html`<circle class="ring" cx="${at(searched).toFixed(1)}" cy="${y}" r="4.5" />`,
      html`<circle class="${tested > 0 ? "dot" : "dot under"}" cx="${
        at(tested).toFixed(1)
      }" cy="${y}" r="5" />`,
    ];
  });
  const zero = rect("axis", { x: at(0) - 0.5, y: 0, width: 1, height });
  const ends = [label("0 %", at(0), height + 14, "middle")];
  if (at(most) - at(0) > 48) ends.push(label(percent(most), at(most), height + 14, "middle"));
  if (at(0) - at(least) > 48) ends.push(label(percent(least), at(least), height + 14, "middle"));
  return figure("A year above the passive line: ring searched, dot tested", height, [
    zero,
    ...rows,
    ...ends,
  ]);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function rect(name: string, { x, y, width, height }: Box, title = ""): Html {
  const [left, top, wide, high] = [x, y, width, height].map((size) => size.toFixed(1));
  return html`
    <rect class="${name}" x="${left ?? ""}" y="${top ?? ""}" width="${wide ?? ""}"
      height="${high ?? ""}">${title === "" ? [] : [html`<title>${title}</title>`]}</rect>
  `;
}

function label(text: string, x: number, y: number, anchor: "start" | "middle" | "end"): Html {
  return html`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;
}

function figure(caption: string, height: number, parts: readonly Html[]): Html {
  return html`
    <figure>
      <figcaption>${caption}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${height + FOOT}" role="img" aria-label="${caption}">${parts}</svg>
    </figure>
  `;
}

function rowOf({ width }: MeritMap, cell: number): number {
  return Math.floor(cell / width);
}

/** Returns the cell of a candidate. */
function cellOf(map: MeritMap, plan: SearchPlan, coordinates: readonly number[]): number {
  const [column = 0, row = 0] = map.axes.map((at) => {
    const axis = plan.axes[at];
    return axis === undefined ? 0 : binnerOf(axis)(coordinates[at] ?? 0);
  });
  return row * map.width + column;
}

function labelled(bins: number): readonly number[] {
  const step = Math.ceil(bins / LABELS_MAX);
  return Array.from({ length: bins }, (_, bin) => bin).filter((bin) => bin % step === 0);
}

function binLabel(axis: Axis, bin: number): string {
  const bins = binsOf(axis);
  const share = levelsOf(axis) === bins ? bin / Math.max(1, bins - 1) : (bin + 0.5) / bins;
  return labelOf(axis, Number(coordinateAt(axis, share).toPrecision(3)));
}

function shown(number: number): string {
  return String(Number(number.toPrecision(4)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
