import type { FunctionComponent, VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Scored, scoreNewest } from "../../../background.ts";
import { Failed } from "../../../components/notice.tsx";
import { triesOn } from "../../../history/trial_counts.ts";
import { useDebounced, useResource } from "../../../hooks.ts";
import { candidate, hasNewData, isBehind, retry, runFailure } from "../../../state/state.ts";
import { isSame } from "../../../state/undo.ts";

/** Delay before an evaluation, milliseconds: each evaluated candidate is one more trial. */
const REST_MS = 250;

interface JudgedProps {
  readonly content: FunctionComponent<Scored>;
}

/** Shows a part of the evaluation of the candidate, which is made once the candidate rests. */
export function Judged({ content: Content }: JudgedProps): VNode {
  const of = useDebounced(candidate.value, REST_MS);
  const [tries, setTries] = useState(0);
  const order = useMemo(() => ({ of }), [of, tries]);
  const scored = useResource(order, (ordered) => scoreNewest(ordered.of));
  const { answer, failure, isPending } = scored;
  const now = answer && triesOn(answer.simulation.evidence.datasetHash);
  // Verdicts shown elsewhere count here, too: the engine says what they change.
  useEffect(() => {
    if (answer !== null && answer.evaluation.verdict.trials.count !== now) setTries(now ?? 0);
  }, [answer, now]);
  // The figures of another candidate keep their room, so that nothing moves, and are not shown.
  const isOther = answer !== null &&
    (isBehind.value || !isSame(answer.candidate, candidate.value));
  return (
    <div class="evaluation" aria-busy={isPending}>
      {/* What failed here mostly failed for the run, too, and a verdict without its run stays hidden. */}
      <Failed of={{ ...scored, retry }} />
      {answer === null && failure === null && (
        <p class="aside">
          {hasNewData.value
            ? "Running on 64 fresh half-years"
            : "Comparing with 99 rotations of its own trades"}
        </p>
      )}
      {isOther && (
        <p class="aside behind">
          {runFailure.value === null
            ? "Judging the rule on the screen."
            : "The rule on the screen cannot run yet; it is judged once it can."}
        </p>
      )}
      {answer !== null && (
        <div class={isOther ? "outdated" : ""}>
          <Content {...answer} />
        </div>
      )}
    </div>
  );
}
