import type { VNode } from "preact";
import { FIGURES } from "../../contracts/figures.ts";
import type { Figures } from "../../search/points/points.ts";
import type { SearchReport } from "../../search/report/report.ts";
import { failureText } from "../../wording/gates.ts";
import { outcomeOf } from "../../wording/verdict.ts";
import { Term } from "../components/meaning.tsx";
import { counted, percent } from "../model/format.ts";
import { FIGURE_NAMES, figureText } from "./texts.ts";

/** All figures of the best candidate, and the candidate as the service takes it. */
export function BestFigures({ best }: { readonly best: NonNullable<SearchReport["best"]> }): VNode {
  const { figures, evaluation, candidate } = best;
  return (
    <>
      <details class="more">
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
                label={FIGURE_NAMES.edge[0]}
                value={percent(evaluation.figures.edge)}
                note={evaluation.method === "rotation"
                  ? "against rotations of its own trades, as there is one history only"
                  : "over the better of Hold and idle, after penalties"}
              />
              <Term
                label="By luck"
                value={figureText("pAdjusted", evaluation.figures.pAdjusted)}
                note={`counting ${counted(evaluation.trials, "try", "tries")}`}
              />
              <Term
                label={FIGURE_NAMES.capitalScore[0]}
                value={figureText("capitalScore", evaluation.figures.capitalScore)}
                note="average after penalties, less for its spread and for few days"
              />
              <Term
                label="Gates"
                value={outcomeOf(evaluation, evaluation.eligible)}
                note={evaluation.failed.map(failureText).join(", ")}
              />
            </>
          )}
        </dl>
        {evaluation !== null && <p class="aside">{evaluation.real}</p>}
        {evaluation?.whatIf && <p class="aside">{evaluation.whatIf}</p>}
      </details>
      <details class="more">
        <summary>As a candidate, for simulate and evaluate</summary>
        <pre tabIndex={0}>{JSON.stringify(candidate, null, 2)}</pre>
      </details>
    </>
  );
}
