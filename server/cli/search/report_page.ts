import { chooserOf, type SearchPlan } from "../../contracts/plan.ts";
import type { MeritMap } from "../../search/maps.ts";
import type { SearchReport } from "../../search/report.ts";
import { histogramChart, mapChart } from "./report_charts.ts";
import { type Html, html, toPage } from "./report_html.ts";
import { bestSection, foldsSection, topSection } from "./report_sections.ts";
import { countText, figureText, percentText } from "./report_words.ts";

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
        <h1>${title}</h1>
        <p class="asked">${askedText(report)}</p>
        <div class="verdict ${verdict.level}">
          <p class="level">${LEVELS[verdict.level]}</p>
          <p class="sentence">${verdict.sentence}</p>
          ${verdict.reasons.length === 0
            ? []
            : [html`<ul>${verdict.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`]}
        </div>
      </header>
      ${figures(report)}
      <section>
        <h2>Where it is good</h2>
        <p>Each cell has the best ${chooserOf(
          plan,
        )} of its candidates; the frame is the best of all.
          A hill is worth more than a peak.</p>
        <div class="charts">${inOrder(report.maps).map((map) => mapChart(map, report))}</div>
      </section>
      ${foldsSection(report)}
      <div class="pair">
        ${report.best === null ? [] : bestSection(report, report.best)}
        <section>
          <h2>All ${countText(candidates.kept)} that kept the constraints</h2>
          ${histogramChart(report)}
          <p>${Object.entries(candidates.statuses).filter(([, number]) => number > 0)
            .map(([name, number]) => `${countText(number)} ${name.replaceAll("_", " ")}`)
            .join(", ")}; ${countText(candidates.run)} runs over all windows.</p>
        </section>
      </div>
      ${topSection(report)}
      <section>
        <h2>What was asked</h2>
        <details>
          <summary>The plan</summary>
          <pre tabindex="0">${JSON.stringify(plan, null, 2)}</pre>
        </details>
        <details>
          <summary>Engine and data</summary>
          <pre tabindex="0">${JSON.stringify(
            { versions: report.versions, datasets: report.datasets },
            null,
            2,
          )}</pre>
        </details>
      </section>
    `,
  );
}

/** Maps of two axes first: they show hills. */
function inOrder(maps: readonly MeritMap[]): readonly MeritMap[] {
  return maps.toSorted((one, other) => other.axes.length - one.axes.length);
}

function askedText({ plan, candidates }: SearchReport): string {
  const { base, method, windows } = plan;
  return [
    `market ${base.marketId}, ${base.timeframe ?? "hourly"}`,
    `${method.kind} of ${countText(candidates.inWindow)}`,
    `aim ${plan.aim}`,
    ...constraintTexts(plan),
    windowsText(windows),
  ].join(" · ");
}

function constraintTexts({ constraints }: SearchPlan): readonly string[] {
  return constraints.flatMap(({ figure, min, max }) => [
    ...(min === undefined ? [] : [`${figure} ≥ ${min}`]),
    ...(max === undefined ? [] : [`${figure} ≤ ${max}`]),
  ]);
}

function windowsText(windows: SearchPlan["windows"]): string {
  if (windows.kind === "whole") return "all bars";
  return windows.kind === "holdout"
    ? `the last ${Math.round(100 * windows.share)} % held out`
    : `${windows.folds} ${windows.mode} folds`;
}

/** A figure with what it means; `isGood` null: it is neither. */
interface Card {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly isGood: boolean | null;
}

function figures({ luck, overfitting, neighbours, outOfSample }: SearchReport): Html {
  const cards: readonly Card[] = [
    ...(luck === null ? [] : [
      {
        name: "Distinct candidates tried",
        value: `${luck.isExact ? "" : "about "}${countText(luck.tried)}`,
        note: "the more, the better the best is by luck alone",
        isGood: null,
      },
      {
        name: "More than the passive line",
        value: percentText(luck.deflatedOverPassive),
        note: `deflated by all tried; 95 % is wanted. The line is ${luck.passiveLine}, score ${
          figureText(luck.passiveScore)
        }`,
        isGood: (luck.deflatedOverPassive ?? 0) >= 0.95,
      },
      {
        name: "More than SY",
        value: percentText(luck.deflatedSharpe),
        note: "deflated Sharpe ratio, as an evaluation has it; carry alone gives much of it",
        isGood: null,
      },
    ]),
    ...(overfitting === null ? [] : [{
      name: "Probability of overfitting",
      value: percentText(overfitting.probability),
      note: `the best of half of the days is in the lower half on the others, by ${
        countText(overfitting.candidates)
      } candidates and ${countText(overfitting.splits)} splits; it is below the passive line in ${
        percentText(overfitting.lossShare)
      }`,
      isGood: overfitting.probability < 0.4 && overfitting.lossShare < 0.5,
    }]),
    ...(neighbours === null ? [] : [{
      name: "Neighbours above the line",
      value: percentText(neighbours.shareAbove),
      note: `of ${neighbours.count} one step away; scores ${
        neighbours.scores.map(figureText).join(" | ")
      }`,
      isGood: neighbours.shareAbove >= 0.5,
    }]),
    ...(outOfSample === null ? [] : [{
      name: "Left on bars it was not chosen on",
      value: percentText(outOfSample.efficiency),
      note:
        `of the daily ratio over the line; over all ${outOfSample.days} tested days an excess ` +
        `is true with ${percentText(outOfSample.probability)}`,
      isGood: (outOfSample.efficiency ?? 0) >= 0.5,
    }]),
  ];
  if (cards.length === 0) return html``;
  return html`<dl class="cards">${
    cards.map(({ name, value, note, isGood }) =>
      html`
        <div${isGood === null ? [] : [html`
          class="${isGood ? "good" : "bad"}"
        `]}>
          <dt>${name}</dt>
          <dd>${value}</dd>
          <dd class="note">${note}</dd>
          </div>
      `
    )
  }</dl>`;
}
