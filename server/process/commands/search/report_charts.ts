import { type Axis, chooserOf, type SearchPlan, signOf } from "../../../contracts/plan.ts";
import { binsOf, coordinateAt, labelOf, levelsOf, nameOf } from "../../../search/axis_scale.ts";
import type { MeritMap } from "../../../search/maps.ts";
import type { SearchReport } from "../../../search/report.ts";
import { type Html, html } from "./report_html.ts";

const WIDTH = 480;
const LEFT = 70;
const BAR_HEIGHT = 120;
/** Most labels beside an axis. */
const LABELS_MAX = 6;

/** Draws the best merit of each cell: of two axes in shades, of one as bars. */
export function mapChart(map: MeritMap, plan: SearchPlan): Html {
  const [first, second] = map.axes.map((at) => plan.axes[at]);
  if (first === undefined) return html``;
  const sign = signOf(chooserOf(plan));
  const found = map.best.filter((merit) => merit !== null);
  const [least, most] = [Math.min(...found), Math.max(...found)];
  const share = (merit: number): number => most > least ? (merit - least) / (most - least) : 1;
  const cellWidth = (WIDTH - LEFT) / map.width;
  const height = second === undefined ? BAR_HEIGHT : Math.min(280, 24 * map.height);
  const cellHeight = height / map.height;
  const cells = map.best.map((merit, cell) => {
    const [column, row] = [cell % map.width, Math.floor(cell / map.width)];
    const x = (LEFT + column * cellWidth).toFixed(1);
    const wide = Math.max(1, cellWidth - 1).toFixed(1);
    if (merit === null) {
      if (second === undefined) return html``;
      const y = (height - (row + 1) * cellHeight).toFixed(1);
      return html`
        <rect class="empty" x="${x}" y="${y}" width="${wide}" height="${(cellHeight - 1).toFixed(
          1,
        )}" />
      `;
    }
    const place = `${binLabel(first, column)}${
      second === undefined ? "" : `, ${binLabel(second, row)}`
    }`;
    const mean = (map.sums[cell] ?? 0) / Math.max(1, map.counts[cell] ?? 0);
    const text = `${place}: best ${shown(sign * merit)}, mean ${shown(sign * mean)} of ${
      map.counts[cell] ?? 0
    }`;
    const tall = second === undefined ? 4 + (height - 4) * share(merit) : cellHeight - 1;
    const y = second === undefined ? height - tall : height - (row + 1) * cellHeight;
    const style = second === undefined ? "" : `--share: ${(0.08 + 0.92 * share(merit)).toFixed(3)}`;
    return html`
      <rect class="${second === undefined ? "bar" : "cell"}" style="${style}" x="${x}" y="${y
        .toFixed(1)}" width="${wide}"
        height="${tall.toFixed(1)}">
        <title>${text}</title>
      </rect>
    `;
  });
  const caption = `${chooserOf(plan)} by ${nameOf(first)}${
    second === undefined ? "" : ` and ${nameOf(second)}`
  }: ${found.length === 0 ? "none" : `${shown(sign * least)} to ${shown(sign * most)}`}`;
  return html`
    <figure>
      <figcaption>${caption}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${height + 18}" role="img"
        aria-label="${caption}">${cells}${labelled(map.width).map((bin) =>
          html`<text x="${(LEFT + (bin + 0.5) * cellWidth).toFixed(1)}" y="${
            height + 13
          }" text-anchor="middle">${binLabel(first, bin)}</text>`
        )}${second === undefined
          ? []
          : labelled(map.height).map((bin) =>
            html`<text x="${LEFT - 6}" y="${
              (height - (bin + 0.5) * cellHeight + 4).toFixed(1)
            }" text-anchor="end">${binLabel(second, bin).slice(0, 12)}</text>`
          )}</svg>
    </figure>
  `;
}

/** Draws how often each value of the aim was found, and the passive line where the aim is the score. */
export function histogramChart({ histogram, plan, luck }: SearchReport): Html {
  const { width, first, counts } = histogram;
  if (counts.length === 0) return html``;
  const sign = signOf(chooserOf(plan));
  const most = Math.max(...counts);
  const step = (WIDTH - LEFT) / counts.length;
  const at = (value: number): number => LEFT + (value / width - first) * step;
  const bars = counts.map((count, bin) => {
    const tall = BAR_HEIGHT * count / most;
    const from = sign * (first + bin) * width;
    return html`
      <rect class="bar" x="${(LEFT + bin * step).toFixed(1)}" y="${(BAR_HEIGHT - tall).toFixed(
        1,
      )}" width="${Math.max(0.5, step - 1).toFixed(1)}" height="${tall.toFixed(1)}">
        <title>${count} from ${shown(from)}</title>
      </rect>
    `;
  });
  const line = chooserOf(plan) === "score" && luck !== null ? at(luck.passiveScore) : null;
  const mark = line === null || line < LEFT || line > WIDTH ? [] : [
    html`
      <line class="mark" x1="${line}" x2="${line}" y1="0" y2="${BAR_HEIGHT}">
        <title>passive line</title>
      </line>
    `,
  ];
  const caption = `Candidates by ${chooserOf(plan)}${
    mark.length > 0 ? "; the line is the passive one" : ""
  }`;
  return html`
    <figure>
      <figcaption>${caption}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${BAR_HEIGHT + 18}" role="img"
        aria-label="${caption}">${bars}${mark}
        <text x="${LEFT}" y="${BAR_HEIGHT + 13}">${shown(sign * first * width)}</text>
        <text x="${WIDTH}" y="${BAR_HEIGHT + 13}" text-anchor="end">${shown(
          sign * (first + counts.length) * width,
        )}</text></svg>
    </figure>
  `;
}

function labelled(bins: number): readonly number[] {
  const step = Math.ceil(bins / LABELS_MAX);
  return Array.from({ length: bins }, (_, bin) => bin).filter((bin) => bin % step === 0);
}

function binLabel(axis: Axis, bin: number): string {
  const bins = binsOf(axis);
  const share = levelsOf(axis) === bins ? bin / Math.max(1, bins - 1) : (bin + 0.5) / bins;
  return labelOf(axis, Number(coordinateAt(axis, share).toPrecision(4)));
}

function shown(number: number): string {
  return String(Number(number.toPrecision(4)));
}
