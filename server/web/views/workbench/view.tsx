// This module is browser compatible.

import { computed } from "@preact/signals";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import { Boundary } from "../../components/boundary.tsx";
import { candidateText } from "../../components/candidate_line.tsx";
import { Notice } from "../../components/notice.tsx";
import { timeframeOf } from "../../model/candidate.ts";
import { useAfterPaint } from "../../use_deferred.ts";
import { arena, candidate, retry, runFailure, type RunOf, shownRun } from "../../state.ts";
import { Editor } from "./editor.tsx";
import { KnobCurves } from "./knob_curves.ts";
import { MarketCharts } from "./market/market_charts.tsx";
import { RunCharts } from "./run_charts.tsx";
import { RunFigures } from "./run_figures.tsx";
import { runGroup } from "./run_group.ts";
import { ScorePanel } from "./score.tsx";
import { SignalCharts, YieldChart } from "./signal_charts.tsx";
import { Tabs } from "./tab_bar.tsx";

/** Whether the last successful run belongs to an earlier candidate. */
const isStale = computed(() => {
  const shown = shownRun.value;
  return shown !== null && (runFailure.value !== null || !isSameDataset(shown.candidate));
});

/** The candidate beside its run, with further views in tabs. */
export function WorkbenchView(): VNode {
  return (
    <div class="workbench">
      <KnobCurves />
      <h1 class="unseen">Workbench</h1>
      <div class="turned">
        <Boundary>
          <Editor />
        </Boundary>
        <ScoreArea />
        <Curve />
      </div>
      <Outcome />
      <Tabs />
    </div>
  );
}

/** The score, or the reason why it is missing. */
function ScoreArea(): VNode {
  const shown = shownRun.value;
  return (
    <div class="score-area" aria-busy={shown === null}>
      <RunProblem />
      {shown !== null && isStale.value && (
        <p class="stale-note">
          {`The last candidate that could run: ${candidateText(shown.candidate)}`}
        </p>
      )}
      {shown === null ? <Waiting /> : (
        <div class={isStale.value ? "stale" : ""}>
          <ScorePanel shown={shown} />
        </div>
      )}
    </div>
  );
}

function Curve(): VNode | null {
  const shown = shownRun.value;
  if (shown === null) return null;
  return (
    <div class={`equity ${isStale.value ? "stale" : ""}`}>
      <YieldChart shown={shown} />
    </div>
  );
}

/** The rest of a run, one frame after its curve, so that a moving slider waits for the curve only. */
function Outcome(): VNode | null {
  const shown = useAfterPaint(shownRun.value);
  if (shown === null) return null;
  return (
    <div class={`outcome ${isStale.value ? "stale" : ""}`}>
      <SignalCharts shown={shown} />
      <MoreOfMarket shown={shown} />
      <RunCharts shown={shown} />
      <RunFigures shown={shown} />
    </div>
  );
}

/** The other charts of the market, on the time axis of the run. */
function MoreOfMarket({ shown }: { readonly shown: RunOf }): VNode {
  const [state, setState] = useState("closed");
  return (
    <details class="more" onToggle={(event) => setState(event.newState)}>
      <summary>The market: yields, price to par, pool and volume</summary>
      {state === "open" && <MarketCharts dataset={shown.dataset} group={runGroup} />}
    </details>
  );
}

/** Returns whether a run has the dataset of the edited candidate; another dataset may take time to load. */
function isSameDataset(of: Candidate): boolean {
  const current = candidate.value;
  return of.marketId === current.marketId && timeframeOf(of) === timeframeOf(current);
}

/** A failed run. The editor shows errors of the candidate beside its fields. */
function RunProblem(): VNode | null {
  const failure = runFailure.value;
  // `PageErrors` reports an engine that did not start.
  if (failure === null || failure.kind === "rejected" || arena.value.failure !== null) return null;
  return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
}

/** The placeholder of the first run. */
function Waiting(): VNode | null {
  const failure = runFailure.value;
  if (failure === null) return <p class="waiting">Loading the engine and the dataset</p>;
  if (failure.kind !== "rejected") return null;
  return <p class="waiting">The curve appears here once the candidate can run</p>;
}
