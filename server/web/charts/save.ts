// This module is browser compatible.

import type uPlot from "uplot";
import { download } from "../components/download.ts";
import { type CsvCell, csvOf, fileName } from "../model/csv.ts";
import type { Look } from "./options.ts";
import { colour } from "./theme.ts";

/** Height of the line with title and legend, and the margin, pixels. */
const [HEAD, SPACE] = [30, 12];
const FONT_SIZE = 13;
const SWATCH = 14;

/** Downloads the visible chart as a picture, with title and legend. */
export function savePng(chart: uPlot, title: string, { lines }: Look): void {
  const ratio = devicePixelRatio;
  const { canvas } = chart.ctx;
  const picture = document.createElement("canvas");
  picture.width = canvas.width + 2 * SPACE * ratio;
  picture.height = canvas.height + (HEAD + 2 * SPACE) * ratio;
  const context = picture.getContext("2d");
  if (context === null) return;
  context.fillStyle = colour("page");
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(canvas, SPACE * ratio, (SPACE + HEAD) * ratio);
  context.textBaseline = "middle";
  const y = (SPACE + HEAD / 2) * ratio;
  let x = SPACE * ratio;
  const write = (text: string, weight: number): void => {
    context.font = `${weight} ${FONT_SIZE * ratio}px system-ui, sans-serif`;
    context.fillStyle = colour("ink");
    context.fillText(text, x, y);
    x += context.measureText(text).width + 18 * ratio;
  };
  write(title, 600);
  lines.forEach(({ label, colour: ink, dash = [] }, line) => {
    if (lines.length < 2 || chart.series[line + 1]?.show === false) return;
    context.strokeStyle = colour(ink);
    context.lineWidth = 2 * ratio;
    context.setLineDash(dash.map((length) => length * ratio / 2));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + SWATCH * ratio, y);
    context.stroke();
    x += (SWATCH + 5) * ratio;
    write(label, 400);
  });
  picture.toBlob((blob) => {
    if (blob !== null) download(fileName(title, "png"), "image/png", blob);
  });
}

/** Downloads all numbers of a chart in full precision, one row for each time. */
export function saveCsv(chart: uPlot, title: string, look: Look): void {
  const [times, ...lines] = chart.data;
  const rows = Array.from(times, (at, row): readonly CsvCell[] => [
    look.time?.(at) ?? new Date(at).toISOString(),
    ...lines.slice(0, look.lines.length).map((line) => line[row] ?? null),
  ]);
  const names = ["time", ...look.lines.map(({ label }) => label)];
  download(fileName(title, "csv"), "text/csv", csvOf([names, ...rows]));
}
