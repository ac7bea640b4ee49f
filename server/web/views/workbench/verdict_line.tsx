// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { evaluations, identityOf, score } from "../../background.ts";
import { PathLink } from "../../components/path_link.tsx";
import { type Failure, failureOf } from "../../engine/failure.ts";
import type { Simulation } from "../../engine/messages.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { isSame } from "../../history/undo.ts";
import { fixed, signed } from "../../model/format.ts";
import { hasTexts } from "../../model/own_parameters.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { standingOf } from "../../model/standing.ts";
import { arena, candidate, runFailure, type RunOf, shownRun, tabId } from "../../state.ts";
import { perYear } from "../../../wording/numbers.ts";
import { ExportMenu } from "./export_menu.tsx";
import { isStale } from "./stale.ts";

/** How long an opened candidate stays before it is judged, milliseconds. */
const REST_MS = 250;

type Evidence = Simulation["evidence"];

/** The judgement that runs or failed, by candidate. */
const judging = signal<{ readonly of: string; readonly failure: Failure | null } | null>(null);

/** The answer in one line, which stays in sight: score, money and the verdict on new data. */
export function VerdictLine(): VNode {
  const shown = shownRun.value;
  const failed = runFailure.value !== null;
  return (
    <section
      class={`answer ${isStale.value ? "stale" : ""}`}
      aria-label="Answer"
      aria-busy={shown === null && !failed}
    >
      {shown === null ? <p class="answer-part">{failed ? "Not run" : "Running"}</p> : (
        <>
          {/* A text can know the path of the score, so its edge on new data comes first. */}
          {hasTexts(shown.candidate)
            ? [<Verdict key="edge" shown={shown} />, <ScoreAndMoney key="score" shown={shown} />]
            : [<ScoreAndMoney key="score" shown={shown} />, <Verdict key="edge" shown={shown} />]}
        </>
      )}
      <ExportMenu />
    </section>
  );
}

function ScoreAndMoney({ shown: { run, dataset } }: { readonly shown: RunOf }): VNode | null {
  const known = arena.value.answer;
  const market = known?.markets.find(({ id }) => id === run.candidate.marketId);
  const facts = market?.timeframes[run.candidate.timeframe];
  if (!known || facts === undefined) return null;
  const { score: points } = quickScore(run.metrics, known.profile, facts);
  return (
    <>
      <p class="answer-part">
        <b>{fixed(points, 1)}</b>
        <span>
          score<i>
            {hasTexts(run.candidate) ? " of a path that a text can know" : "; Hold is 100"}
          </i>
        </span>
      </p>
      <p class="answer-part">
        <b>{signed(100 * overHold(run, dataset))} %</b>
        <span>
          <i>earned</i> over Hold<i>, this path</i>
        </span>
      </p>
    </>
  );
}

/** The verdict on new data. An opened candidate is judged at once, an edited one when the reader asks. */
function Verdict({ shown: { candidate: of, run } }: { readonly shown: RunOf }): VNode {
  const opened = useRef(candidate.value);
  const evidence: Evidence = run.evidence;
  const isJudgedBelow = tabId.value === "scenarios";
  const key = identityOf(evidence);
  const evaluation = evaluations.value.get(key);
  const isRotated = evaluation?.verdict.method === "rotation";
  const { of: judged, failure } = judging.value ?? { of: "", failure: null };
  useEffect(() => {
    if (isJudgedBelow || evaluation !== undefined || !isSame(of, opened.current)) return;
    const resting = setTimeout(() => judge(key, of), REST_MS);
    return () => clearTimeout(resting);
  }, [key, isJudgedBelow]);
  if (evaluation !== undefined) {
    const { edge, passed } = standingOf(evaluation, Math.max(1, judgedOn(evidence.datasetHash)));
    return (
      <p class="answer-part judged">
        <b class={passed ? "good" : "bad"}>{perYear(edge)}</b>
        <span>
          <i>{isRotated ? "over the better line:" : "new data:"}</i>{" "}
          <PathLink to="workbench/scenarios">{passed ? "passed" : "not passed"}</PathLink>
        </span>
      </p>
    );
  }
  if (isJudgedBelow || (judged === key && failure === null)) {
    return (
      <p class="answer-part judged">
        <b>…</b>
        <span>
          judging
        </span>
      </p>
    );
  }
  return (
    <p class="answer-part judged">
      <button
        type="button"
        title="Run it on 64 half-years that it was not tuned on; counts as a try"
        onClick={() => judge(key, of)}
      >
        Judge on new data
      </button>
      {judged === key && <span class="bad">failed: try again</span>}
    </p>
  );
}

async function judge(key: string, of: RunOf["candidate"]): Promise<void> {
  judging.value = { of: key, failure: null };
  try {
    await score(of);
  } catch (thrown) {
    judging.value = { of: key, failure: failureOf(thrown) };
  }
}
