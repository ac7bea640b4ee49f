import type { VNode } from "preact";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { SearchReport } from "../../search/report/report.ts";
import { money, percent } from "../model/format.ts";
import { uncountedSearch } from "../../wording/search.ts";
import { coordinatesText, FIGURE_NAMES, figureText } from "./texts.ts";
import { BestFigures } from "./best_figures.tsx";
import { DatasetLines, ReportDetails } from "./details.tsx";
import { MeritMaps } from "./merit_maps.tsx";
import { Trust } from "./trust.tsx";

/** A report as a page of its own. */
export function ReportPage({ report }: { readonly report: SearchReport }): VNode {
  const { plan, versions, datasets } = report;
  return (
    <main class="report-page">
      <h1>{reportTitle(plan)}</h1>
      <DatasetLines report={report} />
      <p class="aside">{askedText(report)}</p>
      <Trust report={report} />
      <MeritMaps report={report} />
      <ReportDetails report={report} units={[]} />
      <BestSection report={report} />
      <section>
        <h2>What was asked</h2>
        <details>
          <summary>The plan</summary>
          <pre tabIndex={0}>{JSON.stringify(plan, null, 2)}</pre>
        </details>
        <details>
          <summary>Engine and data</summary>
          <pre tabIndex={0}>{JSON.stringify({ versions, datasets }, null, 2)}</pre>
        </details>
      </section>
    </main>
  );
}

/** The best candidate, with a note where no key counts its tries. */
function BestSection({ report }: { readonly report: SearchReport }): VNode | null {
  const { plan, best } = report;
  const uncounted = uncountedSearch(report);
  if (best === null) return null;
  return (
    <section>
      <h2>The best: {coordinatesText(plan, best.coordinates)}</h2>
      <BestFigures best={best} />
      {uncounted !== null && <p class="aside">{uncounted}</p>}
    </section>
  );
}

/** Returns the title of a report: "Search: yield-rsi". */
function reportTitle({ base }: SearchPlan): string {
  return `Search: ${base.components.map(({ strategyId }) => strategyId).join(", ")}`;
}

function askedText({ plan, candidates }: SearchReport): string {
  const { method, markets, windows, aim, constraints } = plan;
  return [
    `${method.kind} of ${money(candidates.inWindow)}`,
    `best by ${FIGURE_NAMES[aim][0].toLowerCase()}`,
    ...markets === undefined ? [] : [`${markets.by} of markets ${markets.ids.join(", ")}`],
    ...constraints.flatMap(({ figure, min, max }) => [
      ...min === undefined ? [] : [`${FIGURE_NAMES[figure][0]} ≥ ${figureText(figure, min)}`],
      ...max === undefined ? [] : [`${FIGURE_NAMES[figure][0]} ≤ ${figureText(figure, max)}`],
    ]),
    windowsText(windows),
  ].join(" · ");
}

function windowsText(windows: SearchPlan["windows"]): string {
  if (windows.kind === "whole") return "all bars";
  return windows.kind === "holdout"
    ? `the last ${percent(windows.share, 0)} held out`
    : `${windows.folds} ${windows.mode} folds`;
}
