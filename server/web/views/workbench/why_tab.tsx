import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { drawnRun } from "../../state/half_year.ts";
import { arena, findFacts, isStale } from "../../state/state.ts";
import { signed } from "../../../wording/numbers.ts";
import { Term } from "../../components/meaning.tsx";
import { fixed, sentence } from "../../model/format.ts";
import { quickScore } from "../../model/score.ts";
import { explain, type ScoredRun, scoreSteps } from "./why.ts";
import { evaluationKey, evaluations } from "../../state/evaluations.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { triesOn } from "../../history/trial_counts.ts";
import { type ShownMetric, shownMetrics } from "./metrics.ts";
import { WhatIf } from "./what_if.tsx";
import { CopyText } from "../../components/copy_link.tsx";
import { METRICS } from "../../../contracts/metric_table.ts";

/** The score term by term, the figures of the run, and the run in words. */
export function WhyTab(): VNode {
  const shown = drawnRun.value;
  const profile = arena.value.answer?.profile;
  const facts = shown && (shown.half?.facts ?? findFacts(shown.run.candidate));
  if (shown === null || profile === undefined || !facts) {
    return <p class="aside">The score appears here once the candidate can run</p>;
  }
  const scored: ScoredRun = { ...shown, profile, facts };
  return (
    <div class="why-tab">
      <ScorePanel {...scored} />
      <div class="beside">
        <Explanation {...scored} />
        <RunFigures run={shown.run} />
      </div>
      <WhatIf evidence={shown.run.evidence} />
    </div>
  );
}

/** The score of a run, and what each term adds to it or takes. */
function ScorePanel({ run, profile, facts }: ScoredRun): VNode {
  const { score, idle } = quickScore(run.metrics, profile, facts);
  const steps = scoreSteps(run.metrics, profile, facts);
  const most = Math.max(score, ...steps.map(({ points }) => Math.abs(points)));
  const row = (label: string, points: number, text: string, meaning?: string): VNode => (
    <div key={label} title={meaning}>
      <dt>{label}</dt>
      <dd>
        <i
          class={`bar ${points < 0 ? "bad" : "good"}`}
          style={{ width: `${100 * Math.abs(points) / most}%` }}
        />
      </dd>
      <dd class="waterfall-points">{text}</dd>
    </div>
  );
  return (
    <section class="score" aria-label="Score">
      <div>
        <p class="aside">Score, this path</p>
        <p class="score-figure">{fixed(score, 1)}</p>
        <p class="aside">{`Hold is 100, idle ${fixed(idle, 1)}`}</p>
      </div>
      <dl class="waterfall">
        {steps.filter(({ points }) => Math.abs(points) >= 0.05).map(({ term, label, points }) =>
          row(label, points, signed(points, 1), METRICS[term].text)
        )}
        {row("Score", score, fixed(score, 1))}
      </dl>
    </section>
  );
}

/** The run in one paragraph, to copy. */
function Explanation(scored: ScoredRun): VNode {
  const { run, dataset, facts } = scored;
  const evaluation = evaluations.value.get(evaluationKey(run.evidence)) ?? null;
  const tries = triesOn(run.evidence.datasetHash);
  const text = useMemo(() => {
    const { capital: _, ...placed } = run.candidate;
    const name = `${rulesText(run.candidate)} on ${placeText(placed)}`;
    return explain(scored, name, evaluation, tries);
  }, [run, dataset, facts, evaluation, tries]);
  return (
    <section
      class={`explanation ${isStale.value ? "outdated" : ""}`}
      aria-labelledby="explanation-title"
    >
      <h2 id="explanation-title">This run in words</h2>
      <p>{text}</p>
      <p class="row">
        <CopyText text={text} />
      </p>
    </section>
  );
}

/** The figures that come first; all others are behind "More figures". */
const FIRST: readonly string[] = [
  "annualizedMeanReturn",
  "maxDrawdown",
  "fills",
  "exposure",
  "sharpe",
];

/** The metrics of a run, and its warnings. */
function RunFigures({ run }: Pick<ScoredRun, "run">): VNode {
  const { metrics, warnings } = run;
  const all = shownMetrics(metrics);
  const isFirst = ({ name }: ShownMetric): boolean => FIRST.includes(name);
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">Figures of this path</h2>
      <dl class="terms">
        {all.filter(isFirst).map((metric) => <Term key={metric.name} {...metric} />)}
      </dl>
      <details class="more">
        <summary>More figures</summary>
        <dl class="terms">
          {all.filter((metric) => !isFirst(metric)).map((metric) => (
            <Term key={metric.name} {...metric} />
          ))}
        </dl>
      </details>
      {warnings.map(({ code, message }) => <p key={code} class="hint">{sentence(message)}</p>)}
    </section>
  );
}
