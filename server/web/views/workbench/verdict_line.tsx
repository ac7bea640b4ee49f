import type { VNode } from "preact";
import { lazily } from "../../components/lazily.tsx";
import { ruleNames, rulesText } from "../../components/candidate_text.ts";
import { Meaning } from "../../components/meaning.tsx";
import { fixed, signed } from "../../model/format.ts";
import { hasTexts } from "../../model/own_parameters.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { WORDS } from "../../model/words.ts";
import { arena, findFacts, isStale, runFailure, type RunOf, shownRun } from "../../state/state.ts";
import { ExportMenu } from "./export_menu.tsx";

/** Placeholder of the verdict until it is known. */
export function Judging(): VNode {
  return (
    <p class="answer-part judged">
      <b>…</b>
      <span>judging</span>
    </p>
  );
}

/** Loaded after the first curve, since the verdict takes longer than its code. */
const Verdict = lazily<{ readonly shown: RunOf }>("Verdict", Judging);

/** The answer in one line, which stays in sight: strategy, score, money and the verdict on new data. */
export function VerdictLine(): VNode {
  // All its parts come at once, so that none moves another.
  const shown = arena.value.answer === null ? null : shownRun.value;
  const failed = runFailure.value !== null;
  return (
    <section
      class={`answer ${isStale.value ? "stale" : ""}`}
      aria-label="Answer"
      aria-busy={shown === null && !failed}
    >
      {shown === null ? <p class="answer-part">{failed ? "Not run" : "Running"}</p> : (
        <>
          <p class="answer-name" title={rulesText(shown.candidate)}>{ruleNames(shown.candidate)}</p>
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
  const facts = findFacts(run.candidate);
  if (!known || facts === undefined) return null;
  const { score: points } = quickScore(run.metrics, known.profile, facts);
  return (
    <>
      <p class="answer-part">
        <b>{fixed(points, 1)}</b>
        <span>
          <Meaning text={WORDS.score}>score</Meaning>
          , this path<i>
            {hasTexts(run.candidate) ? ", to which a text can be fitted" : "; Hold is 100"}
          </i>
        </span>
      </p>
      <p class="answer-part">
        <b>{signed(100 * overHold(run, dataset))} %</b>
        <span>
          <i>earned</i> over <Meaning text={WORDS.hold}>Hold</Meaning>, this path
        </span>
      </p>
    </>
  );
}
