import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { arena, findFacts, findMarket, shownRun } from "../../state/state.ts";
import { signed } from "../../../wording/numbers.ts";
import { Meaning, Term } from "../../components/meaning.tsx";
import { counted, fixed, money, sentence } from "../../model/format.ts";
import { quickScore } from "../../model/score.ts";
import { explain, type ScoredRun, scoreSteps } from "./why.ts";
import { WORDS } from "../../model/words.ts";
import { evaluationKey, evaluations } from "../../state/evaluations.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { markedName } from "../../model/candidate.ts";
import { type ShownMetric, shownMetrics } from "./metrics.ts";
import { CopyText } from "../../components/copy_link.tsx";
import { METRICS } from "../../../contracts/metric_table.ts";

/** The score term by term, the figures of the run, and the run in words. */
export function WhyTab(): VNode {
  const shown = shownRun.value;
  const profile = arena.value.answer?.profile;
  const facts = shown && findFacts(shown.run.candidate);
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
    </div>
  );
}

/** Margin of the scale of the waterfall, as a fraction of its bars. */
const MARGIN = 0.02;

/** The score of a run, and its terms as a waterfall. */
function ScorePanel({ run, profile, facts }: ScoredRun): VNode {
  const { score, idle } = quickScore(run.metrics, profile, facts);
  const steps = scoreSteps(run.metrics, profile, facts);
  const ends = steps.map(({ to }) => to);
  const [low, high] = [Math.min(0, ...ends), Math.max(100, idle, ...ends)];
  const share = (points: number): number => (points - low) / (high - low);
  const place = (points: number): string => `${100 * (MARGIN + (1 - 2 * MARGIN) * share(points))}%`;
  const distance = (points: number): string =>
    `${fixed(Math.abs(points), 1)} points ${points < 0 ? "under" : "over"}`;
  const rules = [["zero", 0], ["idle", idle], ["hold", 100]] as const;
  const all = [
    ...steps.map((step) => ({
      ...step,
      look: step.points < 0 ? "bad" : "good",
      points: signed(step.points, 1),
      title: METRICS[step.term].text,
    })),
    { label: "Score", look: "sum", from: 0, to: score, points: fixed(score, 1), title: undefined },
  ];
  return (
    <section class="score" aria-label="Score">
      <div>
        <p class="aside">Score, this path</p>
        <p class="score-figure">{fixed(score, 1)}</p>
        <p class="score-against">
          {distance(score - 100)} <Meaning text={WORDS.hold}>Hold</Meaning>
          <br />
          {distance(score - idle)} <Meaning text={WORDS.idle}>idle</Meaning>
        </p>
      </div>
      <dl class="waterfall">
        {all.map(({ label, look, from, to, points, title }) => (
          <div key={label} class={look === "sum" ? "total" : ""} title={title}>
            <dt>{label}</dt>
            <dd class="waterfall-bar">
              {rules.map(([name, at]) => (
                <i key={name} class={`rule ${name}`} style={{ left: place(at) }}>
                  {look === "sum" && at !== 0 && <span>{name === "hold" ? "Hold" : name}</span>}
                </i>
              ))}
              <i
                class={`bar ${look}`}
                style={{
                  left: place(Math.min(from, to)),
                  right: `calc(100% - ${place(Math.max(from, to))})`,
                }}
              />
            </dd>
            <dd class="waterfall-points">{points}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The run in one paragraph, to copy. */
function Explanation(scored: ScoredRun): VNode {
  const { run, dataset, facts } = scored;
  const evaluation = evaluations.value.get(evaluationKey(run.evidence)) ?? null;
  const tries = Math.max(1, judgedOn(run.evidence.datasetHash));
  const text = useMemo(() => {
    const { capital: _, ...placed } = run.candidate;
    const name = `${rulesText(run.candidate)} on ${placeText(placed)}`;
    return explain(scored, name, evaluation, tries);
  }, [run, dataset, facts, evaluation, tries]);
  return (
    <section class="explanation" aria-labelledby="explanation-title">
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

/** Metrics, counts and evidence of a run. */
function RunFigures({ run }: Pick<ScoredRun, "run">): VNode {
  const { metrics, execution, evidence, resolvedScoringProfile, warnings } = run;
  const market = findMarket(run.candidate.marketId);
  const all = shownMetrics(metrics);
  const isFirst = ({ name }: ShownMetric): boolean => FIRST.includes(name);
  const bars = counted(resolvedScoringProfile.scoredBars, "scored bar");
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
          <Term
            label="Skipped"
            value={money(execution.skips)}
            meaning="Bars on which the strategy wanted to trade and a guardrail did not let it"
            note={`of ${counted(execution.intents, "bar")} on which it wanted to trade`}
          />
        </dl>
        <p class="proof">
          {`Computed in this page on ${market && markedName(market)}, ${bars} · result hash `}
          <code title={evidence.resultHash}>{evidence.resultHash.slice(0, 16)}</code>
        </p>
      </details>
      {warnings.map(({ code, message }) => <p key={code} class="hint">{sentence(message)}</p>)}
    </section>
  );
}
