import { type Axis, chooserOf, FIGURES, isFigure } from "../../contracts/plan.ts";
import { METRICS } from "../../contracts/metric_table.ts";
import { labelOf, nameOf } from "../../search/axis_scale.ts";
import type { Evaluated } from "../../search/evaluated.ts";
import type { Figures } from "../../search/points.ts";
import {
  aimOf,
  type Days,
  type FoldReport,
  type ReportEntry,
  type SearchReport,
} from "../../search/report.ts";
import { foldsChart } from "./report_charts.ts";
import { type Html, html } from "./report_html.ts";
import { figureText, percentText } from "./report_words.ts";

/** Returns the best candidate with its figures. */
export function bestSection({ plan }: SearchReport, best: ReportEntry): Html {
  const { evaluation } = best;
  const row = (name: string, value: string): Html =>
    html`
      <tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>
    `;
  return html`
    <section>
      <h2>The best</h2>
      <table>
        <tbody>${plan.axes.map((axis, at) =>
          row(nameOf(axis), coordinateText(axis, best.coordinates[at] ?? NaN))
        )}${Object.keys(FIGURES).map((name) =>
          row(name, valueText(name, best.figures[name as keyof Figures]))
        )}${evaluation === null
          ? []
          : evaluationRows(evaluation).map(([name, value]) => row(name, value))}</tbody>
      </table>
      <details>
        <summary>As a candidate, for simulate and evaluate</summary>
        <pre tabindex="0">${JSON.stringify(best.candidate, null, 2)}</pre>
      </details>
    </section>
  `;
}

function evaluationRows(
  { eligible, failed, figures, method, trials }: Evaluated,
): readonly (readonly [string, string])[] {
  const tries = `the best of ${trials} evaluated`;
  return [
    [
      "edge, by its evaluation",
      `${percentText(figures.edge)} a year (${method.replace("_", " ")})`,
    ],
    ["p of the edge", `${figureText(figures.pAdjusted)}, ${tries}`],
    ["CapitalScore", figureText(figures.capitalScore)],
    ["eligible", eligible ? "yes" : `no: ${failed.join(", ")}`],
  ];
}

/** Returns what became of the best of each fold. */
export function foldsSection({ folds, plan: { windows } }: SearchReport): Html | readonly [] {
  if (windows.kind === "whole" || folds.length === 0) return [];
  const lacking = (windows.kind === "walkForward" ? windows.folds : 1) - folds.length;
  return html`
    <section>
      <h2>On bars it was not chosen on</h2>
      <p>Each row searches its bars and tests the best on later ones, against the passive line that was
        better before. Efficiency is what is left of its daily ratio over that line; the last column
        is the share of the best of the fold above it.${lacking === 0
          ? ""
          : ` In ${lacking} more no candidate was within the constraints.`}</p>
      <div class="pair folds">
        ${foldsChart(folds)}
        ${scrolled(
          "Folds",
          html`
            <table>
              <thead>${headOf([
                "fold",
                "searched",
                "tested",
                "line",
                "a year above it, searched",
                "tested",
                "efficiency",
                "best above",
              ])}</thead>
              <tbody>${folds.map(foldRow)}</tbody>
            </table>
          `,
        )}
      </div>
    </section>
  `;
}

function foldRow(fold: FoldReport): Html {
  const { name, dates, line, excess, efficiency, shareAbove } = fold;
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td>${daysText(dates.search)}</td>
      <td>${daysText(dates.test)}</td>
      <td>${line}</td>
      <td>${percentText(excess.searched)}</td>
      <td class="${excess.tested > 0 ? "good" : "bad"}">${percentText(excess.tested)}</td>
      <td>${percentText(efficiency)}</td>
      <td>${percentText(shareAbove)}</td>
    </tr>
  `;
}

/** Returns the list of the best. */
export function topSection({ top, plan }: SearchReport): Html | readonly [] {
  if (top.length === 0) return [];
  const names = [
    ...new Set(
      [chooserOf(plan), "score", "dailySharpe", "maxDrawdown", "turnover", "fills"] as const,
    ),
  ];
  const isTested = top.some(({ tested }) => tested !== null);
  const isEvaluated = top.some(({ evaluation }) => evaluation !== null);
  const evaluated = isEvaluated ? ["edge a year", "p", "CapitalScore", "eligible"] : [];
  const aim = isFigure(plan.aim) || plan.aim === "edge" ? [] : [plan.aim];
  return html`
    <section>
      <h2>The best ${top.length}</h2>
      ${scrolled(
        "The best",
        html`
          <table>
            <thead>${headOf([
              "rank",
              ...plan.axes.map(nameOf),
              ...aim,
              ...names,
              ...(isTested ? ["score tested"] : []),
              ...evaluated,
            ])}</thead>
            <tbody>${top.map((entry) => {
              const { rank, coordinates, figures, tested, evaluation } = entry;
              const cells = [
                String(rank),
                ...plan.axes.map((axis, at) => coordinateText(axis, coordinates[at] ?? NaN)),
                ...aim.map((name) => valueText(name, aimOf(entry, plan))),
                ...names.map((name) => valueText(name, figures[name])),
                ...(isTested ? [figureText(tested?.score ?? null)] : []),
                ...(isEvaluated ? evaluatedCells(evaluation) : []),
              ];
              return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
            })}</tbody>
          </table>
        `,
      )}
    </section>
  `;
}

function evaluatedCells(evaluation: Evaluated | null): readonly string[] {
  if (evaluation === null) return ["-", "-", "-", "-"];
  const { figures: { edge, pAdjusted, capitalScore }, eligible } = evaluation;
  const p = pAdjusted === null ? "-" : pAdjusted.toFixed(3);
  return [percentText(edge), p, figureText(capitalScore), eligible ? "yes" : "no"];
}

function headOf(names: readonly string[]): Html {
  return html`<tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr>`;
}

/** Lets a wide table be moved sideways, by keys too. */
function scrolled(name: string, table: Html): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${name}">${table}</div>`;
}

function daysText([first, last]: Days): string {
  return `${first} to ${last}`;
}

function coordinateText(axis: Axis, coordinate: number): string {
  const text = labelOf(axis, coordinate);
  return Number.isNaN(Number(text)) ? text : String(Number(coordinate.toPrecision(4)));
}

/** Returns a figure in the unit of its metric. */
function valueText(name: string, figure: number | null): string {
  const metric = METRICS[name as keyof typeof METRICS] as
    | { unit?: string; note?: string }
    | undefined;
  if (figure === null || metric?.unit !== "fraction") return figureText(figure);
  const note = metric.note === undefined || metric.note === "" ? "" : ` ${metric.note}`;
  return `${Number((100 * figure).toPrecision(3))} %${note}`;
}
