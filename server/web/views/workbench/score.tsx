import type { VNode } from "preact";
import { signed } from "../../../wording/numbers.ts";
import { Meaning } from "../../components/meaning.tsx";
import { fixed } from "../../model/format.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { leverOf, meaningOf, noFillOf, type Step, stepsOf, storyOf } from "../../model/why.ts";
import { WORDS } from "../../model/words.ts";
import { arena, type RunOf } from "../../state.ts";

/** Margin of the scale of the waterfall, as a fraction of its bars. */
const MARGIN = 0.02;

/** The score of a run and its terms. */
export function ScorePanel({ shown }: { readonly shown: RunOf }): VNode | null {
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
