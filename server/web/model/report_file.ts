// This module is browser compatible.

import { signed } from "./format.ts";
import { thinned } from "./thinned.ts";
import type { Year } from "./months.ts";

/** The content of a report. */
export interface Report {
  /** The name that the reader gave to the candidate, or its rules. */
  readonly title: string;
  /** "passed", "not passed", or why there is no verdict. */
  readonly verdict: string;
  /** The verdict as a sentence; empty without one. */
  readonly headline: string;
  readonly hasPassed: boolean;
  /** The run in one paragraph. */
  readonly paragraph: string;
  /** Figures with their names and notes. */
  readonly figures: readonly (readonly [string, string, string])[];
  readonly years: readonly Year[];
  /** Money beyond Hold at every scored bar, as a fraction of the capital. */
  readonly overHold: Float64Array;
  /** The gates, in words, and whether each is passed. */
  readonly gates: readonly (readonly [string, boolean])[];
  /** The address that reproduces the run, and the hashes of its input and result. */
  readonly address: string;
  readonly evidence: readonly (readonly [string, string])[];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
  .concat(["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
const [WIDTH, HEIGHT] = [720, 140];
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Returns a report as one page of HTML without scripts, which loads nothing. The verdict comes first. */
export function reportFile(report: Report): string {
  const { title, verdict, headline, hasPassed, paragraph, figures, address } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p class="verdict ${hasPassed ? "good" : "bad"}">${escaped(verdict)}</p>
<p><strong>${escaped(headline)}</strong></p>
<p>${escaped(paragraph)}</p>
<h2>Money over Hold, % of the capital</h2>
${drawing(report.overHold)}
<h2>Figures</h2>
${table(["Figure", "Value", ""], figures)}
<h2>By month, %</h2>
${table(["Year", ...MONTHS, "Year"], report.years.flatMap(monthRows))}
<h2>Tests of the verdict</h2>
${
    table(
      ["Test", "Passed"],
      report.gates.map(([name, isPassed]) => [name, isPassed ? "yes" : "no"]),
    )
  }
<h2>How to run it again</h2>
<p><a href="${escaped(address)}">${escaped(address)}</a></p>
${table(["Evidence", "Value"], report.evidence)}
</main>
</html>
`;
}

function monthRows(year: Year): readonly (readonly string[])[] {
  return (["gain", "overHold"] as const).map((name) => [
    `${year.year} ${name === "gain" ? "return" : "over Hold"}`,
    ...year.months.map((month) => month === null ? "" : signed(100 * month[name])),
    signed(100 * year[name]),
  ]);
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (row: readonly string[], tag: string): string =>
    row.map((text, at) =>
      at === 0 ? `<th scope="row">${escaped(text)}</th>` : `<${tag}>${escaped(text)}</${tag}>`
    ).join("");
  const first = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  return `<table>\n<tr>${first}</tr>\n${body}\n</table>`;
}

function drawing(values: Float64Array): string {
  const points = thinned(values, 0);
  const [low, high] = [Math.min(0, ...points), Math.max(1e-6, ...points)];
  const yOf = (value: number): string =>
    (HEIGHT - HEIGHT * (value - low) / (high - low || 1)).toFixed(1);
  const path = Array.from(points, (value, at) => {
    return `${(WIDTH * at / Math.max(1, points.length - 1)).toFixed(1)} ${yOf(value)}`;
  }).join("L");
  const end = `${signed(100 * (values.at(-1) ?? NaN))} %`;
  return `<svg viewBox="0 -4 ${WIDTH} ${
    HEIGHT + 8
  }" role="img" aria-label="Money over Hold: ${end} at the end">
<path class="zero" d="M0 ${yOf(0)}H${WIDTH}"/><path d="M${path}"/></svg>
<p>${end} at the end, from ${signed(100 * low)} to ${signed(100 * high)} %.</p>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 760px; margin: 0 auto; padding: 24px; overflow-wrap: anywhere; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 15px; margin: 24px 0 4px; break-after: avoid; }
.verdict { font-size: 28px; font-weight: 700; margin: 4px 0; }
.good { color: light-dark(#1a7f37, #56d364); } .bad { color: light-dark(#b42318, #ff8a80); }
table { width: 100%; border-collapse: collapse; font-size: 11px; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 6px 2px 0; border-bottom: 1px solid #8884; text-align: right; }
th:first-child { text-align: left; font-weight: 500; } tr { break-inside: avoid; }
svg { width: 100%; height: auto; } path { fill: none; stroke: #a15c07; stroke-width: 1.5; }
.zero { stroke: #8888; stroke-dasharray: 3; } @page { margin: 12mm; }
`;
