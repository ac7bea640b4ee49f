import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Candidate } from "../../../../contracts/candidate.ts";
import { candidateText } from "../../../components/candidate_text.ts";
import { downloadJson } from "../../../components/download.ts";
import { Notice } from "../../../components/notice.tsx";
import { describeFailure } from "../../../model/field_messages.ts";
import { candidate, strategies } from "../../../state/state.ts";
import { searchesAround } from "../../../report/candidate_at.ts";
import { reportNow } from "./counted_now.ts";
import { draftOf, keepDraft } from "./draft.ts";
import { readPlan } from "./plan_address.ts";
import { startSweep, type Sweep, sweep } from "./session.ts";
import { progressText } from "../../../report/texts.ts";
import { Findings } from "./findings.tsx";
import { SearchForm } from "./form.tsx";

/** The sweep of a candidate: parameters over their ranges, and the best among them. */
export function SweepView(): VNode {
  const isKnown = strategies.value.length > 0;
  // Before the form is drawn, which shows the draft.
  useMemo(() => {
    if (isKnown) showEarlier(candidate.peek());
  }, [isKnown]);
  return (
    <div class="sweep">
      {isKnown
        ? <SearchForm strategies={strategies.value} />
        : <p class="aside">Loading the catalogue</p>}
      {sweep.value !== null && <Outcome sweep={sweep.value} />}
    </div>
  );
}

/** Runs the plan of the address, which the form says, too. */
function showEarlier(base: Candidate): void {
  const plan = readPlan(location.hash, base);
  if (plan === null || JSON.stringify(plan) === JSON.stringify(sweep.peek()?.plan)) return;
  keepDraft(draftOf(plan), base);
  startSweep(plan);
}

function Outcome({ sweep: shown }: { readonly sweep: Sweep }): VNode {
  const { plan, isEligible, total, doneCount, failure, found } = shown;
  const report = shown.report && reportNow(shown.report);
  const again = (): void => void startSweep(plan, isEligible);
  const isOther = !searchesAround(plan, candidate.value, strategies.value);
  return (
    <div class={isOther ? "of-another" : ""}>
      {isOther && (
        <p class="stale-note">
          {`Swept: ${
            candidateText(plan.base)
          }. That is another candidate than the one on the bench.`}
        </p>
      )}
      <p class="progress">
        <progress aria-label="Candidates run" max={Math.max(1, total)} value={doneCount} />
        <span role="status">{progressText(shown)}</span>
        <button
          type="button"
          class="quiet"
          title="For deno task search FILE, which runs the same plan"
          onClick={() => downloadJson("plan.json", plan)}
        >
          Plan as JSON
        </button>
      </p>
      {failure !== null && <Notice title={describeFailure(failure)} retry={again} />}
      {found !== null && <Findings sweep={{ ...shown, report }} found={found} />}
    </div>
  );
}
