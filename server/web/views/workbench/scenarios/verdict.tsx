import type { VNode } from "preact";
import { replacedSentence } from "../../../../wording/provenance.ts";
import { failedGateTexts } from "../../../../wording/gates.ts";
import {
  headline,
  methodText,
  outcomeOf,
  riskTexts,
  sameAsText,
  timingText,
} from "../../../../wording/verdict.ts";
import { CALIBRATION } from "../../../../contracts/calibration.ts";
import { kindText } from "../../../../wording/calibration.ts";
import type { Scored } from "../../../background.ts";
import { timeframeOf } from "../../../model/candidate.ts";
import { OUTCOME_TONES } from "../../../model/standing.ts";
import { trialsText } from "../../../model/trials_text.ts";
import { WORDS } from "../../../model/words.ts";
import { arena } from "../../../state.ts";
import { PathStrips } from "./path_strips.tsx";

type VerdictProps = Pick<Scored, "candidate" | "evaluation">;

/** The verdict with its paths as dots and its limits. */
export function VerdictSection({ candidate: of, evaluation }: VerdictProps): VNode {
  const { verdict, eligibility: { eligible } } = evaluation;
  const outcome = outcomeOf(verdict, eligible);
  const isRotated = verdict.method === "rotation";
  const failed = failedGateTexts(evaluation);
  const market = arena.value.answer?.markets.find(({ id }) => id === of.marketId);
  const kind = market ? kindText(CALIBRATION, market.key, timeframeOf(of)) : null;
  const [same, timing] = [sameAsText(verdict), timingText(verdict)];
  const [replaced, tries] = [replacedSentence(evaluation), trialsText(verdict)];
  return (
    <section class="judgement">
      <h2>
        {isRotated ? "On its one history: " : "Verdict on new data: "}
        <span class={OUTCOME_TONES[outcome]}>{outcome}</span>
      </h2>
      <p class="headline">{headline(verdict)}.</p>
      {kind !== null && <p class="aside strong">{kind}</p>}
      {tries !== null && <p class="aside">{tries}</p>}
      {same !== null && <p class="same">{same}</p>}
      <div class="beside">
        <div>
          {failed.length > 0 && (
            <>
              <h3>{isRotated ? "Gates that it fails" : "Why it has not passed"}</h3>
              <ul>{failed.map((text) => <li key={text}>{text}</li>)}</ul>
            </>
          )}
          <h3>What this does not say</h3>
          <ul class="risks">
            {riskTexts(verdict, "browser").map((text) => <li key={text}>{text}</li>)}
          </ul>
        </div>
        <div>
          <PathStrips verdict={verdict} />
          <p class="caption">{methodText(verdict)}</p>
          <p class="caption">By luck: {WORDS.luck}</p>
          {replaced !== null && <p class="caption">{replaced}</p>}
          {timing !== null && <p class="caption">{timing}</p>}
        </div>
      </div>
    </section>
  );
}
