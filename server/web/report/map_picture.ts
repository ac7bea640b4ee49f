import { colour } from "../charts/canvas_colours.ts";
import { cividis, type Scale } from "./colours.ts";

/** The cells of a map, row by row; the first row is the lowest. */
export interface Picture {
  readonly columnCount: number;
  readonly rowCount: number;
  /** A number, null for a cell that has not run, or "skipped" for one that cannot run. */
  readonly values: readonly (number | null | "skipped")[];
  readonly scale: Scale | null;
  /** Index of the framed cell. */
  readonly best: number | null;
}

/** Box of a cell in pixels from the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const HATCH = 4;
/** Smallest cells with a gap between them, pixels. */
const GAP_FROM = 7;

/** Returns the box of a cell; edges are whole pixels, which avoids visible seams. */
export function cellBox(
  { columnCount, rowCount }: Pick<Picture, "columnCount" | "rowCount">,
  place: number,
  width: number,
  height: number,
): Box {
  const column = place % columnCount;
  const row = rowCount - 1 - Math.floor(place / columnCount);
  const [left, right] = [column, column + 1].map((at) => Math.round(at * width / columnCount));
  const [top, bottom] = [row, row + 1].map((at) => Math.round(at * height / rowCount));
  const [x = 0, y = 0] = [left, top];
  return { x, y, width: (right ?? x) - x, height: (bottom ?? y) - y };
}

/** Draws a map over the whole canvas. */
export function drawPicture(canvas: HTMLCanvasElement, picture: Picture): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { width, height } = canvas;
  const colours = { blank: colour("line"), hatch: colour("ink-soft") };
  context.clearRect(0, 0, width, height);
  picture.values.forEach((value, place) => {
    const cell = cellBox(picture, place, width, height);
    const gap = Math.min(cell.width, cell.height) >= GAP_FROM * devicePixelRatio ? 1 : 0;
    const box = { ...cell, width: cell.width - gap, height: cell.height - gap };
    if (value === "skipped") hatch(context, box, colours.hatch);
    else {
      const share = value === null ? null : picture.scale?.share(value) ?? null;
      context.fillStyle = share === null ? colours.blank : `rgb(${cividis(share).join(" ")})`;
      context.fillRect(box.x, box.y, box.width, box.height);
    }
  });
  if (picture.best !== null) ring(context, cellBox(picture, picture.best, width, height));
}

function hatch(context: CanvasRenderingContext2D, box: Box, ink: string): void {
  const step = HATCH * devicePixelRatio;
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.strokeStyle = ink;
  context.globalAlpha = 0.45;
  context.lineWidth = devicePixelRatio / 2;
  context.beginPath();
  // Lines continue across adjacent cells.
  const first = Math.floor((box.x + box.y) / step) * step;
  for (let sum = first; sum < box.x + box.width + box.y + box.height; sum += step) {
    context.moveTo(sum - box.y, box.y);
    context.lineTo(sum - box.y - box.height, box.y + box.height);
  }
  context.stroke();
  context.restore();
}

/** Draws a black and white frame inside a cell, visible on every colour of the scale. */
function ring(context: CanvasRenderingContext2D, { x, y, width, height }: Box): void {
  const line = 1.5 * devicePixelRatio;
  for (const [ink, inset] of [["#000", line / 2], ["#fff", 1.5 * line]] as const) {
    context.strokeStyle = ink;
    context.lineWidth = line;
    context.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
  }
}
