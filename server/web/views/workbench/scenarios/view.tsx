import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type Scored, scoreNewest } from "../../../background.ts";
import { candidateText } from "../../../components/candidate_text.ts";
import { Notice } from "../../../components/notice.tsx";
import { sentence } from "../../../model/format.ts";
import { reasonOf } from "../../../model/field_messages.ts";
import { useDebounced } from "../../../use_deferred.ts";
import { isSame } from "../../../history/undo.ts";
import { useResource } from "../../../use_resource.ts";
import { candidate, hasNewData, isServed, linkTo } from "../../../state.ts";
import { Calibration } from "./calibration.tsx";
import { Gates } from "./gates.tsx";
import { Scenarios } from "./scenarios.tsx";
import { VerdictSection } from "./verdict.tsx";

/** Delay before an evaluation, milliseconds: each evaluated candidate is one more trial. */
const REST_MS = 250;

/** The evaluation of the candidate by the formula of the service. */
export function ScenariosView(): VNode {
  const [attempt, setAttempt] = useState(0);
  const { answer, failure, isPending } = useResource(
    useDebounced(candidate.value, REST_MS),
    scoreNewest,
    attempt,
  );
  const again = { label: "Try again", run: () => setAttempt(attempt + 1) };
  return (
    <div class="evaluation" aria-busy={isPending}>
      {failure !== null && <Notice title={reasonOf(failure)} action={again} />}
      {answer === null
        ? failure === null && (
          <p class="aside">
            {hasNewData.value
              ? "Running on 64 fresh half-years"
              : "Comparing with 99 rotations of its own trades"}
          </p>
        )
        : <Figures {...answer} />}
    </div>
  );
}

function Figures({ candidate: scored, evaluation }: Scored): VNode {
  const isOther = !isSame(scored, candidate.value);
  return (
    <div class={isOther ? "stale" : ""}>
      {isOther && (
        <p class="stale-note">
          {`Judged: ${candidateText(scored)}. That is another candidate than the one on the bench.`}
        </p>
      )}
      {evaluation.warnings.map(({ code, message }) => (
        <Notice key={code} title={sentence(message)} />
      ))}
      <VerdictSection candidate={scored} evaluation={evaluation} />
      <Gates evaluation={evaluation} />
      <Scenarios evaluation={evaluation} />
      {evaluation.verdict.method === "sister_paths" && <Calibration />}
      <p class="aside">
        Computed in this page, formula {evaluation.formulaVersion}, result{" "}
        <code>{evaluation.evidence.resultHash.slice(0, 12)}</code>
        {!isServed(scored.marketId) ? ", of bars that the server does not have." : [
          ": ",
          <a key="verify" href={linkTo("workbench/verify")}>verify it on the server</a>,
          ".",
        ]}
      </p>
    </div>
  );
}
