// This module is browser compatible.

import type { VNode } from "preact";
import { Dots } from "../../../components/dots.tsx";
import { Term } from "../../../components/term.tsx";
import type { Evaluation } from "../../../engine/messages.ts";
import { fixed, percent } from "../../../model/format.ts";

const HOLD_SCORE = 100;

/** The figures of the official path, which are not evidence on their own. */
export function Headline({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { score, idleUtility, benchmarkUtility, benchmarkFloorUsed, luck } = evaluation;
  // Score of idle, which is undefined if the floor replaces the benchmark.
  const idle = benchmarkFloorUsed ? null : HOLD_SCORE * idleUtility / benchmarkUtility;
  const [low, high] = luck.scoreInterval;
  const marks = [score, low, high, HOLD_SCORE, ...idle === null ? [] : [idle]];
  return (
    <section>
      <h2>Score, on the official path</h2>
      <dl class="terms large">
        <Term label="Score" value={fixed(score, 1)} note="100 is what Hold earns" />
        <Term
          label="90 % interval"
          value={`${fixed(low, 1)} to ${fixed(high, 1)}`}
          note="strategy and Hold over the same days of the path, resampled 1,000 times"
        />
        <Term
          label="Carry"
          value={percent(luck.probabilisticSharpe, 1)}
          note={`chance that it earns more than SY at all, held against "${luck.nullHypothesis}"; Hold has it too`}
        />
        <Term
          label="Capital score"
          value={fixed(evaluation.capitalScore.capitalScore, 4)}
          note={capitalNote(evaluation)}
        />
      </dl>
      <div class="scale">
        <Dots
          min={Math.min(...marks)}
          max={Math.max(...marks)}
          span={[low, high]}
          dots={[
            { value: HOLD_SCORE, kind: "hold" },
            ...idle === null ? [] : [{ value: idle, kind: "idle" as const }],
            { value: score, kind: "strategy" },
          ]}
        />
        <p class="legend">
          <i class="mark strategy" />Strategy {fixed(score, 1)} <i class="mark hold" />Hold 100{" "}
          {idle !== null && (
            <>
              <i class="mark idle" />Idle SY {fixed(idle, 1)}
              {" "}
            </>
          )}
          <i class="mark span" />90 % of resampled scores
        </p>
      </div>
    </section>
  );
}

function capitalNote({ capitalScore }: Evaluation): string {
  const { meanUtility, sdUtility, kappa, c, tEff, scenarios } = capitalScore;
  return `mean ${fixed(meanUtility, 4)} − ${kappa} × spread ${
    fixed(sdUtility, 4)
  } of ${scenarios} ` +
    `paths − ${c}/√${fixed(tEff, 0)} days; a cautious ranking, not a forecast`;
}
