import type { VNode } from "preact";
import { lazily } from "../../components/lazily.tsx";
import { ruleNames, rulesText } from "../../components/candidate_text.ts";
import { Meaning } from "../../components/meaning.tsx";
import { fixed, signed } from "../../model/format.ts";
import { hasTexts } from "../../model/own_parameters.ts";
import { overHold, quickScore } from "../../model/score.ts";
import { WORDS } from "../../model/words.ts";
import { ruleName } from "../../state/preferences.ts";
import { drawnRun } from "../../state/half_year.ts";
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

const Spoken = lazily<{ readonly shown: RunOf }>("Spoken", () => null);
const RuleName = lazily<{ readonly shown: RunOf }>("RuleName", Naming);

function Naming(): VNode {
  return <p class="answer-name">{ruleName.value}</p>;
}

/** The answer in one line, which stays in sight: strategy, score, money and the verdict on new data. */
export function VerdictLine(): VNode {
  // All its parts come at once, so that none moves another.
  const shown = arena.value.answer === null ? null : shownRun.value;
  const drawn = drawnRun.value ?? shown;
  const failed = runFailure.value !== null;
  return (
    <section
      class={`answer ${isStale.value ? "stale" : ""}`}
      aria-label="Answer"
      aria-busy={shown === null && !failed}
    >
      {shown === null ? <p class="answer-part">{failed ? "Not run" : "Running"}</p> : (
        <>
          {hasTexts(shown.candidate)
            ? <RuleName shown={shown} />
            : (
              <p class="answer-name" title={rulesText(shown.candidate)}>
                {ruleNames(shown.candidate)}
              </p>
            )}
          {/* A text can know the path of the score, so its edge on new data comes first. */}
          {hasTexts(shown.candidate)
            ? [<Verdict key="edge" shown={shown} />, <ScoreAndMoney key="score" shown={drawn} />]
            : [<ScoreAndMoney key="score" shown={drawn} />, <Verdict key="edge" shown={shown} />]}
        </>
      )}
      {shown !== null && <Spoken shown={shown} />}
      <ExportMenu />
    </section>
  );
}

function ScoreAndMoney({ shown }: { readonly shown: RunOf | null }): VNode | null {
  const known = arena.value.answer;
  const facts = shown && (shown.half?.facts ?? findFacts(shown.run.candidate));
  if (!known || !shown || !facts) return null;
  const { run, dataset, half } = shown;
  const where = half === undefined ? "this path" : `half-year ${half.number}`;
  const { score: points } = quickScore(run.metrics, known.profile, facts);
  return (
    <>
      <p class="answer-part">
        <b>{fixed(points, 1)}</b>
        <span>
          <Meaning text={WORDS.score}>score</Meaning>
          , {where}
        </span>
      </p>
      <p class="answer-part">
        <b>{signed(100 * overHold(run, dataset))} %</b>
        <span>
          <i>earned</i> over <Meaning text={WORDS.hold}>Hold</Meaning>, {where}
        </span>
      </p>
    </>
  );
}
