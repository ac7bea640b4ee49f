import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { score } from "../../background.ts";
import { evaluationKey, evaluations } from "../../state/evaluations.ts";
import { Meaning } from "../../components/meaning.tsx";
import { rulesText } from "../../components/candidate_text.ts";
import { PathLink } from "../../components/path_link.tsx";
import type { Evaluation } from "../../engine/messages.ts";
import { annotate, givenName } from "../../history/history.ts";
import { NAME_LENGTH_MAX } from "../../history/history_rows.ts";
import { ruleName } from "../../state/preferences.ts";
import { triesOn } from "../../history/trial_counts.ts";
import { useDebounced } from "../../hooks.ts";
import { counted, fixed, signed } from "../../model/format.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { isSame } from "../../state/undo.ts";
import { WORDS } from "../../model/words.ts";
import { OUTCOME_TONES, toStanding } from "../../model/standing.ts";
import {
  arena,
  candidate,
  findFacts,
  halfEntry,
  hasNewData,
  isBehind,
  runFailure,
  type RunOf,
  tabId,
} from "../../state/state.ts";
import { perYear } from "../../../wording/numbers.ts";
import { realSentence } from "../../../wording/real.ts";
import { Judging } from "./verdict_line.tsx";

/** How long an opened candidate stays before it is judged, milliseconds. */
const REST_MS = 250;

/** How long a knob rests before the answer is said, milliseconds. */
const SPOKEN_MS = 600;

interface VerdictProps {
  readonly shown: RunOf;
}

/** The edge on real maturities, which decides nothing. */
function RealEdge({ of }: { readonly of: Evaluation }): VNode | null {
  if (of.real === null) return null;
  const { edge, scoredDays } = of.real;
  return (
    <i title={realSentence(of)}>
      ; <PathLink to="workbench/real">real</PathLink>{" "}
      {`${perYear(edge)}, ${counted(scoredDays, "day")}`}
    </i>
  );
}

/** Says the answer to those who do not see it, once a knob rests. */
export function Spoken({ shown }: VerdictProps): VNode {
  return <p class="unseen" role="status">{useDebounced(spokenText(shown), SPOKEN_MS)}</p>;
}

/** Returns the answer of the shown run, which stays while that of an edited candidate is awaited. */
export function spokenText({ run, dataset }: RunOf): string {
  if (runFailure.value !== null) return "It cannot run yet";
  const facts = findFacts(run.candidate);
  const { profile } = arena.value.answer ?? {};
  const evaluation = evaluations.value.get(evaluationKey(run.evidence));
  const tries = triesOn(run.evidence.datasetHash);
  const { edge = NaN, outcome = "" } = evaluation ? toStanding(evaluation, tries) : {};
  const verdict = evaluation ? `edge ${perYear(edge)}, ${outcome}` : "not judged";
  const score = facts && profile ? fixed(quickScore(run.metrics, profile, facts).score, 1) : "";
  return `Score ${score}, ${signed(100 * overHold(run, dataset))} % over Hold, ${verdict}`;
}

/** The name of a rule of texts, which the reader gives it once and for all of its versions. */
export function RuleName({ shown: { candidate: of, run } }: VerdictProps): VNode {
  const given = givenName(of);
  // A run that ends meanwhile does not undo what is typed.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (given !== null) ruleName.value = given;
  }, [given]);
  return (
    <input
      class="answer-name"
      aria-label="Name of the rule"
      title={rulesText(of)}
      maxLength={NAME_LENGTH_MAX}
      value={typed ?? given ?? ruleName.value}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(null);
        ruleName.value = value.trim();
        annotate(run.evidence.candidateHash, "name", value);
      }}
    />
  );
}

/** The verdict on new data. An opened candidate is judged at once, an edited one when the reader asks. */
export function Verdict({ shown: { candidate: of, run: { evidence } } }: VerdictProps): VNode {
  const opened = useRef(candidate.value);
  const isJudgedBelow = ["scenarios", "real"].includes(tabId.value);
  const isOther = isBehind.value;
  // To look at an entry where it ran is no try.
  const isOfSeason = halfEntry.value !== null;
  // A verdict of another candidate than the edited one is not shown, and not asked for.
  const key = evaluationKey(evidence);
  const evaluation = isOther ? undefined : evaluations.value.get(key);
  const isRotated = evaluation?.verdict.method === "rotation";
  // The candidate whose judgement runs or has failed.
  const [judging, setJudging] = useState({ key: "", hasFailed: false });
  const judge = async (): Promise<void> => {
    setJudging({ key, hasFailed: false });
    await score(of).catch(() => setJudging({ key, hasFailed: true }));
  };
  useEffect(() => {
    if (isOther || isJudgedBelow || isOfSeason || evaluation !== undefined) return;
    if (!isSame(of, opened.current)) return;
    const resting = setTimeout(judge, REST_MS);
    return () => clearTimeout(resting);
  }, [key, isJudgedBelow, isOfSeason, isOther]);
  if (evaluation !== undefined) {
    const { edge, outcome } = toStanding(evaluation, triesOn(evidence.datasetHash));
    return (
      <p class="answer-part judged">
        <b class={OUTCOME_TONES[outcome]}>{perYear(edge)}</b>
        <span>
          <Meaning text={isRotated ? WORDS.edgeOfHistory : WORDS.edge}>edge</Meaning>
          <i>{isRotated ? ", this path" : " on new data"}</i>:{" "}
          <PathLink to="workbench/scenarios">{outcome}</PathLink>
          <RealEdge of={evaluation} />
        </span>
      </p>
    );
  }
  if (!isOther && (isJudgedBelow || (judging.key === key && !judging.hasFailed))) {
    return <Judging />;
  }
  return (
    <p class="answer-part judged">
      <button
        type="button"
        disabled={isOther}
        title={isOther
          ? runFailure.value === null ? "Its run has not ended" : "It cannot run yet"
          : hasNewData.value
          ? "Run it on 64 half-years that it was not tuned on; counts as a try"
          : "Compare it with 99 rotations of its own trades; counts as a try"}
        onClick={judge}
      >
        Judge<i>{hasNewData.value ? " on new data" : " on this history"}</i>
      </button>
      {isOther
        ? runFailure.value !== null && <span>once it can run</span>
        : judging.key === key && <span class="bad">failed: try again</span>}
    </p>
  );
}
