// This module is browser compatible.

import type { VNode } from "preact";
import { replacedSentence } from "../../../../wording/provenance.ts";
import { failedGateTexts } from "../../../../wording/gates.ts";
import {
  headline,
  methodText,
  riskTexts,
  sameAsText,
  timingText,
} from "../../../../wording/verdict.ts";
import type { Evaluation } from "../../../engine/messages.ts";
import { trialsText } from "../../../model/trials_text.ts";
import { Calibration } from "./calibration.tsx";
import { PathStrips } from "./path_strips.tsx";

/** The verdict with its paths as dots and its limits. */
export function VerdictSection({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { verdict, eligibility: { eligible } } = evaluation;
  const failed = failedGateTexts(evaluation);
  const [same, timing] = [sameAsText(verdict), timingText(verdict)];
  const replaced = replacedSentence(evaluation);
  return (
    <section class="judgement">
      <h2>
        Verdict on new data:{" "}
        <span class={eligible ? "good" : "bad"}>{eligible ? "passed" : "not passed"}</span>
      </h2>
      <p class="headline">{headline(verdict)}.</p>
      <p class="aside">{trialsText(verdict)}</p>
      {same !== null && <p class="same">{same}</p>}
      {failed.length > 0 && (
        <>
          <h3>Why it has not passed</h3>
          <ul>{failed.map((text) => <li key={text}>{text}</li>)}</ul>
        </>
      )}
      <PathStrips verdict={verdict} />
      <p class="caption">{methodText(verdict)}</p>
      {replaced !== null && <p class="caption">{replaced}</p>}
      {timing !== null && <p class="caption">{timing}</p>}
      <h3>What this does not say</h3>
      <ul class="risks">
        {riskTexts(verdict, "browser").map((text) => <li key={text}>{text}</li>)}
      </ul>
      {verdict.method === "sister_paths" && <Calibration />}
    </section>
  );
}
