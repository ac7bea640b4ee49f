import type { VNode } from "preact";
import { percent } from "../../../wording/numbers.ts";
import { sentence } from "../../model/format.ts";
import type { Verification } from "./use_verification.ts";

const MARKS = { holds: "✓", skipped: "–", wrong: "✗" } as const;
const NAMES = { holds: "Holds", skipped: "Not checked", wrong: "Wrong" } as const;

/** Shows the findings of a verification so far, and its outcome. */
export function Findings({ of }: { readonly of: Verification }): VNode {
  const { title, isRunning, findings, share, failure } = of;
  const isWrong = findings.some(({ outcome }) => outcome === "wrong");
  const skipped = findings.filter(({ outcome }) => outcome === "skipped").length;
  const outcome = isWrong
    ? "Wrong: something is not what it was said to be."
    : skipped === findings.length
    ? "Nothing could be checked here."
    : skipped === 0
    ? "Everything holds."
    : "What could be checked here holds.";
  return (
    <div class="findings" role="status">
      <p>
        <b>{title}</b>
        {isRunning && (
          <span class="aside">
            {share === null ? ": checking" : `: running again, ${percent(share, 0)}`}
          </span>
        )}
      </p>
      <ul>
        {findings.map(({ outcome, text }, at) => (
          <li key={at} class={outcome}>
            <i aria-hidden="true">{MARKS[outcome]}</i>
            <span class="unseen">{NAMES[outcome]}:</span> {sentence(text)}
          </li>
        ))}
      </ul>
      {failure !== null && <p class="verdict bad">{failure}</p>}
      {!isRunning && failure === null && (
        <p class={`verdict ${isWrong ? "bad" : "good"}`}>{outcome}</p>
      )}
    </div>
  );
}
