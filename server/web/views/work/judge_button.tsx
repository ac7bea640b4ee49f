import type { VNode } from "preact";
import type { Candidate } from "../../../contracts/candidate.ts";
import { score } from "../../background.ts";
import { useAction } from "../../hooks.ts";

/** Judges a candidate on new data when the reader asks, since that counts as a try. */
export function JudgeButton(
  { of, name }: { readonly of: Candidate; readonly name: string },
): VNode {
  const { isPending, reason, start } = useAction(score);
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        aria-label={`Judge ${name}`}
        title="Run it on data that it was not tuned on; counts as a try"
        onClick={() => start(of)}
      >
        {isPending ? "Judging" : "Judge"}
      </button>{" "}
      {reason !== null && <span class="bad">failed</span>}
    </>
  );
}
