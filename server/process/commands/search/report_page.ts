import { chooserOf, FIGURES } from "../../../contracts/plan.ts";
import { labelOf, nameOf } from "../../../search/axis_scale.ts";
import type { Figures } from "../../../search/points.ts";
import type { FoldReport, ReportEntry, SearchReport } from "../../../search/report.ts";
import { histogramChart, mapChart } from "./report_charts.ts";
import { type Html, html, toPage } from "./report_html.ts";

const LEVELS = {
  holds: "Holds up",
  doubtful: "Doubtful",
  luck: "May be luck",
  none: "Nothing found",
} as const;

/**
 * Returns the page of a report: one file that needs no other, light or dark as the reader's system is,
 * without a program.
 */
export function reportPage(report: SearchReport): string {
  const { plan, verdict, candidates } = report;
  const title = `Search: ${plan.base.components.map(({ strategyId }) => strategyId).join(", ")}`;
  return toPage(
    title,
    html`
      <header>
        <p class="level ${verdict.level}">${LEVELS[verdict.level]}</p>
        <h1>${title}</h1>
        <p class="sentence">${verdict.sentence}</p>
        <ul>${verdict.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
      </header>
      ${figures(report)}
      ${report.best === null ? [] : bestSection(report, report.best)}
      ${foldsSection(report)}
      <section>
        <h2>Where it is good</h2>
        <p>Each cell has the best ${chooserOf(
          plan,
        )} of its candidates. A hill is worth more than a peak.</p>
        <div class="charts">${report.maps.map((map) => mapChart(map, plan))}</div>
      </section>
      <section>
        <h2>All ${count(candidates.kept)} that kept the constraints</h2>
        ${histogramChart(report)}
        <p>${Object.entries(candidates.statuses).filter(([, number]) => number > 0)
          .map(([name, number]) => `${count(number)} ${name.replaceAll("_", " ")}`).join(
            ", ",
          )}; ${count(candidates.run)} runs over all windows.</p>
      </section>
      ${topSection(report)}
      <section>
        <h2>What was asked</h2>
        <details>
          <summary>The plan</summary>
          <pre>${JSON.stringify(plan, null, 2)}</pre>
        </details>
        <details>
          <summary>Engine and data</summary>
          <pre>${JSON.stringify(
            { versions: report.versions, datasets: report.datasets },
            null,
            2,
          )}</pre>
        </details>
      </section>
    `,
  );
}

function figures({ luck, overfitting, neighbours, outOfSample }: SearchReport): Html {
  const cards: readonly (readonly [string, string, string])[] = [
    ...(luck === null ? [] : [
      [
        "Distinct candidates tried",
        `${luck.isExact ? "" : "about "}${count(luck.tried)}`,
        "the more, the better the best is by luck alone",
      ],
      [
        "More than the passive line",
        percent(luck.deflatedOverPassive),
        `deflated by all tried; 95 % is wanted. The line is ${luck.passiveLine}, score ${
          number(luck.passiveScore)
        }`,
      ],
      [
        "More than SY",
        percent(luck.deflatedSharpe),
        "deflated Sharpe ratio, as an evaluation has it; carry alone gives much of it",
      ],
    ] as const),
    ...(overfitting === null ? [] : [[
      "Probability of overfitting",
      percent(overfitting.probability),
      `the best of half of the days in the lower half on the others, of ${
        count(overfitting.splits)
      } splits; below the passive line in ${percent(overfitting.lossShare)}`,
    ]] as const),
    ...(neighbours === null ? [] : [[
      "Neighbours above the line",
      percent(neighbours.shareAbove),
      `of ${neighbours.count} one step away; scores ${neighbours.scores.map(number).join(" | ")}`,
    ]] as const),
    ...(outOfSample === null ? [] : [[
      "On bars it was not chosen on",
      percent(outOfSample.probability),
      `probability of an excess over the passive line in all ${outOfSample.days} tested days`,
    ]] as const),
  ];
  return html`<dl class="cards">${
    cards.map(([name, value, note]) =>
      html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
          <dd class="note">${note}</dd>
        </div>
      `
    )
  }</dl>`;
}

function bestSection({ plan }: SearchReport, best: ReportEntry): Html {
  return html`
    <section>
      <h2>The best</h2>
      <div class="wide">
        <table>
          <tbody>${plan.axes.map((axis, at) =>
            html`
              <tr>
                <th scope="row">${nameOf(axis)}</th>
                <td>${labelOf(axis, best.coordinates[at] ?? NaN)}</td>
              </tr>
            `
          )}${Object.keys(FIGURES).map((name) =>
            html`
              <tr>
                <th scope="row">${name}</th>
                <td>${number(best.figures[name as keyof Figures])}</td>
              </tr>
            `
          )}</tbody>
        </table>
      </div>
      <details>
        <summary>As a candidate, for simulate and evaluate</summary>
        <pre>${JSON.stringify(best.candidate, null, 2)}</pre>
      </details>
    </section>
  `;
}

function foldsSection({ folds }: SearchReport): Html | readonly [] {
  if (folds.length === 0) return [];
  const row = (fold: FoldReport): Html => {
    const isAbove = (fold.outOfSample.score ?? -Infinity) > fold.passiveScore;
    return html`
      <tr>
        <th scope="row">${fold.name}</th>
        <td>${fold.search.from} to ${fold.search.to}</td>
        <td>${fold.test.from} to ${fold.test.to}</td>
        <td>${fold.line}</td>
        <td>${percent(fold.excess.searched)}</td>
        <td class="${isAbove ? "good" : "bad"}">${percent(fold.excess.tested)}</td>
        <td>${percent(fold.efficiency)}</td>
        <td>${percent(fold.shareAbove)}</td>
      </tr>
    `;
  };
  return html`
    <section>
      <h2>On bars it was not chosen on</h2>
      <p>Each row searches its bars and tests the best on later ones, against the passive line that was
        better before. Efficiency is what is left of what it earned above that line; the last column is
        the share of the best of the fold above it.</p>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">fold</th>
              <th scope="col">searched bars</th>
              <th scope="col">tested bars</th>
              <th scope="col">line</th>
              <th scope="col">a year above it, searched</th>
              <th scope="col">tested</th>
              <th scope="col">efficiency</th>
              <th scope="col">best above</th>
            </tr>
          </thead>
          <tbody>${folds.map(row)}</tbody>
        </table>
      </div>
    </section>
  `;
}

function topSection({ top, plan }: SearchReport): Html {
  const names = [
    ...new Set([chooserOf(plan), "score", "dailySharpe", "maxDrawdown", "fills"] as const),
  ];
  const isTested = top.some(({ tested }) => tested !== null);
  return html`
    <section>
      <h2>The best ${top.length}</h2>
      <div class="wide">
        <table>
          <thead>
            <tr><th scope="col">rank</th>${plan.axes.map((axis) =>
              html`<th scope="col">${nameOf(axis)}</th>`
            )}${names.map((name) => html`<th scope="col">${name}</th>`)}${isTested
              ? [html`<th scope="col">score tested</th>`]
              : []}</tr>
          </thead>
          <tbody>${top.map(({ rank, coordinates, figures, tested }) =>
            html`<tr><td>${rank}</td>${
              plan.axes.map((axis, at) => html`<td>${labelOf(axis, coordinates[at] ?? NaN)}</td>`)
            }${names.map((name) => html`<td>${number(figures[name])}</td>`)}${
              isTested ? [html`<td>${number(tested?.score ?? null)}</td>`] : []
            }</tr>`
          )}</tbody>
        </table>
      </div>
    </section>
  `;
}

function number(figure: number | null): string {
  return figure === null ? "-" : String(Number(figure.toPrecision(5)));
}

function percent(share: number | null): string {
  return share === null ? "-" : `${(100 * share).toFixed(1)} %`;
}

function count(whole: number): string {
  return whole.toLocaleString("en-US");
}
