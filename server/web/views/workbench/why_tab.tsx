import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { arena, type RunOf, shownRun } from "../../state.ts";
import { signed } from "../../../wording/numbers.ts";
import { Meaning, Term } from "../../components/meaning.tsx";
import { counted, fixed, money, sentence } from "../../model/format.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { leverOf, meaningOf, noFillOf, type Step, stepsOf, storyOf } from "../../model/why.ts";
import { WORDS } from "../../model/words.ts";
import { evaluations, identityOf } from "../../background.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { explain } from "../../model/explain.ts";
import { markedName } from "../../model/candidate.ts";
import { type ShownMetric, shownMetrics } from "../../model/metrics.ts";

/** The score term by term, the figures of the run, and the run in words. */
export function WhyTab(): VNode {
  const shown = shownRun.value;
  if (shown === null) return <p class="aside">The score appears here once the candidate can run</p>;
  return (
    <div class="why-tab">
      <ScorePanel shown={shown} />
      <div class="beside">
        <Explanation shown={shown} />
        <RunFigures shown={shown} />
      </div>
    </div>
  );
}

/** Margin of the scale of the waterfall, as a fraction of its bars. */
const MARGIN = 0.02;

/** The score of a run and its terms. */
function ScorePanel({ shown }: { readonly shown: RunOf }): VNode | null {
  const { run, dataset } = shown;
  const known = arena.value.answer;
  const market = known?.markets.find(({ id }) => id === run.candidate.marketId);
  const facts = market?.timeframes[run.candidate.timeframe];
  if (!known || facts === undefined) return null;
  const { score, idle } = quickScore(run.metrics, known.profile, facts);
  const steps = stepsOf(run.metrics, known.profile, facts);
  const noFill = noFillOf(run);
  return (
    <section class="score" aria-label="Score">
      <div class="score-head">
        <p class="score-name">Score, this path</p>
        <p class="score-figure">{fixed(score, 1)}</p>
        <p class="score-against">
          {distanceOf(score - 100)} <Meaning text={WORDS.hold}>Hold</Meaning>
          <br />
          {distanceOf(score - idle)} <Meaning text={WORDS.idle}>idle</Meaning>
        </p>
      </div>
      <div class="score-why">
        {noFill === null
          ? <p class="score-story">{storyOf(overHold(run, dataset), score).join(" ")}</p>
          : <p class="score-no-fill">{noFill}</p>}
        <Waterfall steps={steps} score={score} idle={idle} />
        <p class="score-lever">{leverOf(steps, run)}</p>
      </div>
    </section>
  );
}

function distanceOf(points: number): string {
  return `${fixed(Math.abs(points), 1)} points ${points < 0 ? "under" : "over"}`;
}

interface WaterfallProps {
  readonly steps: readonly Step[];
  readonly score: number;
  readonly idle: number;
}

/** The terms of the score as a waterfall. */
function Waterfall({ steps, score, idle }: WaterfallProps): VNode {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(100, idle, ...ends)];
  const room = MARGIN * (high - low);
  const at = (points: number): number => 100 * (points - low + room) / (high - low + 2 * room);
  const bar = (from: number, to: number): { left: string; width: string } => ({
    left: `${at(Math.min(from, to))}%`,
    width: `${at(Math.max(from, to)) - at(Math.min(from, to))}%`,
  });
  const rule = (points: number): { left: string } => ({ left: `${at(points)}%` });
  return (
    <dl class="waterfall">
      {steps.map(({ term, label, points, from, to }) => (
        <div key={term} title={meaningOf(term)}>
          <dt>{label}</dt>
          <dd class="waterfall-bar">
            <i class="rule zero" style={rule(0)} />
            <i class="rule idle" style={rule(idle)} />
            <i class="rule hold" style={rule(100)} />
            <i class={`bar ${points < 0 ? "bad" : "good"}`} style={bar(from, to)} />
          </dd>
          <dd class="waterfall-points">{signed(points, 1)}</dd>
        </div>
      ))}
      <div class="total">
        <dt>Score</dt>
        <dd class="waterfall-bar">
          <i class="rule zero" style={rule(0)} />
          <i class="rule idle" style={rule(idle)}>
            <span>idle</span>
          </i>
          <i class="rule hold" style={rule(100)}>
            <span>Hold</span>
          </i>
          <i class="bar sum" style={bar(0, score)} />
        </dd>
        <dd class="waterfall-points">{fixed(score, 1)}</dd>
      </div>
    </dl>
  );
}

/** The run in one paragraph, to copy. */
function Explanation({ shown: { run, dataset } }: { readonly shown: RunOf }): VNode | null {
  const [said, setSaid] = useState("");
  const known = arena.value.answer;
  const { marketId, timeframe } = run.candidate;
  const facts = known?.markets.find(({ id }) => id === marketId)?.timeframes[timeframe];
  const evaluation = evaluations.value.get(identityOf(run.evidence)) ?? null;
  const tries = Math.max(1, judgedOn(run.evidence.datasetHash));
  const text = useMemo(() => {
    if (!known || facts === undefined) return null;
    const { capital: _, ...placed } = run.candidate;
    const name = `${rulesText(run.candidate)} on ${placeText(placed)}`;
    return explain({ run, dataset, profile: known.profile, facts, evaluation, tries, name });
  }, [run, dataset, facts, evaluation, tries]);
  if (text === null) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow copying: select the text instead");
    }
  };
  return (
    <section class="explanation" aria-labelledby="explanation-title">
      <h2 id="explanation-title">This run in words</h2>
      <p>{text}</p>
      <p class="row">
        <button type="button" onClick={copy}>Copy</button>
        <span role="status" class="aside">{said}</span>
      </p>
    </section>
  );
}

interface RunFiguresProps {
  readonly shown: RunOf;
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
function RunFigures({ shown }: RunFiguresProps): VNode {
  const { run } = shown;
  const { metrics, execution, evidence, resolvedScoringProfile, warnings } = run;
  const market = arena.value.answer?.markets.find(({ id }) => id === run.candidate.marketId);
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
