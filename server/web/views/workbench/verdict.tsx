import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { score } from "../../background.ts";
import { evaluationKey, evaluations } from "../../state/evaluations.ts";
import { Meaning } from "../../components/meaning.tsx";
import { PathLink } from "../../components/path_link.tsx";
import type { Simulation } from "../../engine/messages.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { isSame } from "../../state/undo.ts";
import { WORDS } from "../../model/words.ts";
import { OUTCOME_TONES, toStanding } from "../../model/standing.ts";
import { candidate, hasNewData, type RunOf, tabId } from "../../state/state.ts";
import { perYear } from "../../../wording/numbers.ts";
import { Judging } from "./verdict_line.tsx";

/** How long an opened candidate stays before it is judged, milliseconds. */
const REST_MS = 250;

type Evidence = Simulation["evidence"];

/** The verdict on new data. An opened candidate is judged at once, an edited one when the reader asks. */
export function Verdict({ shown: { candidate: of, run } }: { readonly shown: RunOf }): VNode {
  const opened = useRef(candidate.value);
  const evidence: Evidence = run.evidence;
  const isJudgedBelow = tabId.value === "scenarios";
  const key = evaluationKey(evidence);
  const evaluation = evaluations.value.get(key);
  const isRotated = evaluation?.verdict.method === "rotation";
  // The candidate whose judgement runs or has failed.
  const [judging, setJudging] = useState({ key: "", hasFailed: false });
  const judge = async (): Promise<void> => {
    setJudging({ key, hasFailed: false });
    await score(of).catch(() => setJudging({ key, hasFailed: true }));
  };
  useEffect(() => {
    if (isJudgedBelow || evaluation !== undefined || !isSame(of, opened.current)) return;
    const resting = setTimeout(judge, REST_MS);
    return () => clearTimeout(resting);
  }, [key, isJudgedBelow]);
  if (evaluation !== undefined) {
    const { edge, outcome } = toStanding(evaluation, Math.max(1, judgedOn(evidence.datasetHash)));
    return (
      <p class="answer-part judged">
        <b class={OUTCOME_TONES[outcome]}>{perYear(edge)}</b>
        <span>
          <Meaning text={isRotated ? WORDS.edgeOfHistory : WORDS.edge}>edge</Meaning>
          <i>{isRotated ? ", this path" : " on new data"}</i>:{" "}
          <PathLink to="workbench/scenarios">{outcome}</PathLink>
        </span>
      </p>
    );
  }
  if (isJudgedBelow || (judging.key === key && !judging.hasFailed)) {
    return <Judging />;
  }
  return (
    <p class="answer-part judged">
      <button
        type="button"
        title={hasNewData.value
          ? "Run it on 64 half-years that it was not tuned on; counts as a try"
          : "Compare it with 99 rotations of its own trades; counts as a try"}
        onClick={judge}
      >
        Judge<i>{hasNewData.value ? " on new data" : " on this history"}</i>
      </button>
      {judging.key === key && <span class="bad">failed: try again</span>}
    </p>
  );
}
