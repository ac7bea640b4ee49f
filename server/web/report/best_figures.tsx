// This module is browser compatible.

import type { VNode } from "preact";
import { FIGURES } from "../../contracts/figures.ts";
import type { Figures } from "../../search/points.ts";
import type { SearchReport } from "../../search/report.ts";
import { failureText } from "../../wording/gates.ts";
import { uncountedSearch } from "../../wording/search.ts";
import { Term } from "../components/term.tsx";
import { fixed, percent } from "../model/format.ts";
import { coordinatesText, FIGURE_NAMES, figureText } from "../sweep/texts.ts";

interface BestFiguresProps {
  readonly report: SearchReport;
  readonly units: readonly (string | null)[];
}

/** All figures of the best candidate, and the candidate as the service takes it. */
export function BestFigures({ report, units }: BestFiguresProps): VNode | null {
  const { plan, best } = report;
  if (best === null) return null;
  const { figures, evaluation, candidate, coordinates } = best;
  const uncounted = uncountedSearch(report);
  return (
    <section>
      <h2>The best: {coordinatesText(plan, coordinates, units)}</h2>
      <details class="more printed">
        <summary>All its figures</summary>
        <dl class="terms large">
          {(Object.keys(FIGURES) as (keyof Figures)[]).map((name) => (
            <Term
              key={name}
              label={FIGURE_NAMES[name][0]}
              value={figureText(name, figures[name])}
            />
          ))}
          {evaluation !== null && (
            <>
              <Term
                label="Edge by its evaluation"
                value={percent(evaluation.figures.edge)}
                note={`a year, by ${evaluation.method.replace("_", " ")}`}
              />
              <Term
                label="p of the edge"
                value={fixed(evaluation.figures.pAdjusted, 3)}
                note={`the best of ${evaluation.trials} evaluated`}
              />
              <Term
                label="Capital score"
                value={figureText("capitalScore", evaluation.figures.capitalScore)}
              />
              <Term
                label="Eligible"
                value={evaluation.eligible ? "yes" : "no"}
                note={evaluation.failed.map(failureText).join(", ")}
              />
            </>
          )}
        </dl>
      </details>
      {uncounted !== null && <p class="aside">{uncounted}</p>}
      <details>
        <summary>As a candidate, for simulate and evaluate</summary>
        <pre tabIndex={0}>{JSON.stringify(candidate, null, 2)}</pre>
      </details>
    </section>
  );
}
