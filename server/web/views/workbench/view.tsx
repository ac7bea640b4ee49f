import type { VNode } from "preact";
import { Boundary } from "../../components/boundary.tsx";
import { candidateText } from "../../components/candidate_text.ts";
import { lazily } from "../../components/lazily.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { Notice } from "../../components/notice.tsx";
import {
  arena,
  halfNumber,
  hasNewData,
  isStale,
  retry,
  runFailure,
  shownRun,
  tabId,
} from "../../state/state.ts";
import { drawnRun } from "../../state/half_year.ts";
import { VerdictLine } from "./verdict_line.tsx";
import { Editor } from "./editor.tsx";
import { KnobCurves } from "./knob_curves.ts";
import { YieldChart } from "./signal_charts.tsx";
import { FIRST_TAB, OTHER_PARTS, type Tab, TABS } from "./tabs.ts";
import { tabTitle } from "../../model/places.ts";

const HalfBar = lazily("HalfBar", () => <p class="half-bar row">New data</p>);

/** The candidate beside its result: the answer in one line, and the parts of the result in tabs. */
export function WorkbenchView(): VNode {
  const tab = [...TABS, ...OTHER_PARTS].find(({ id }) => id === tabId.value) ?? FIRST_TAB;
  const Content = tab.content;
  return (
    <div class="bench">
      <KnobCurves />
      <h1 class="unseen">Workbench</h1>
      <VerdictLine />
      <TabBar current={tab} />
      {halfNumber.value !== null && <HalfBar />}
      <div class={`workbench ${tab.hasCurve ? "with-curve" : ""}`}>
        <div class="turned">
          <Boundary>
            <Editor />
          </Boundary>
          <div class="problems">
            <RunProblem />
            <StaleNote />
          </div>
          {tab.hasCurve && <Curve />}
        </div>
        <div class={`outcome ${isStale.value ? "stale" : ""}`}>
          <Boundary key={tab.id}>
            <Content />
          </Boundary>
        </div>
      </div>
    </div>
  );
}

function StaleNote(): VNode | null {
  const shown = shownRun.value;
  if (shown === null || !isStale.value) return null;
  return (
    <p class="stale-note">
      {`The last candidate that could run: ${candidateText(shown.candidate)}`}
    </p>
  );
}

function Curve(): VNode {
  const shown = drawnRun.value;
  return (
    <div class={`equity ${isStale.value ? "stale" : ""}`} aria-busy={shown === null}>
      {shown === null ? <Waiting /> : <YieldChart shown={shown} />}
    </div>
  );
}

/** A failed run. The editor shows errors of the candidate beside its fields. */
function RunProblem(): VNode | null {
  const failure = runFailure.value;
  // `PageErrors` reports an engine that did not start.
  if (failure === null || failure.kind === "rejected" || arena.value.failure !== null) return null;
  return <Notice title={failure.detail} retry={retry} />;
}

/** The placeholder of the first run. */
function Waiting(): VNode | null {
  const failure = runFailure.value;
  if (failure === null) return <p class="waiting">Loading the engine and the dataset</p>;
  if (failure.kind !== "rejected") return null;
  return (
    <p class="waiting">
      The curve appears here once the candidate can run. Mend what the message names, choose a
      market above, or start with a strategy of the{" "}
      <PathLink to="board/strategies">board</PathLink>.
    </p>
  );
}

/** The tabs of the result. */
function TabBar({ current }: { readonly current: Tab }): VNode {
  return (
    <nav class="tab-bar" aria-label="Parts of the result">
      {TABS.map(({ id }) => (
        <PathLink key={id} to={`workbench/${id}`} isCurrent={id === current.id}>
          {tabTitle(id, hasNewData.value)}
        </PathLink>
      ))}
      {!TABS.includes(current) && (
        <PathLink to={`workbench/${current.id}`} isCurrent>
          {tabTitle(current.id, hasNewData.value)}
        </PathLink>
      )}
    </nav>
  );
}
