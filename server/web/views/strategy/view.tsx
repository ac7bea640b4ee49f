// This module is browser compatible.

import type { VNode } from "preact";
import { Notice } from "../../components/notice.tsx";
import { arena, retry, run } from "../../state.ts";
import { Editor } from "./editor.tsx";
import { EquityChart, RunCharts } from "./run_charts.tsx";
import { RunFigures } from "./run_figures.tsx";
import { RunTables } from "./run_tables.tsx";

/** The candidate beside its run. */
export function StrategyView(): VNode {
  const { answer: shown, failure } = run.value;
  const isStale = failure !== null && shown !== null;
  return (
    <div class="strategy-view">
      <h1 class="unseen">Strategy</h1>
      <Editor />
      <div class="equity" aria-busy={shown === null}>
        <RunProblem />
        {shown === null ? <Waiting /> : (
          <div class={isStale ? "stale" : ""}>
            <EquityChart shown={shown} />
          </div>
        )}
      </div>
      {shown !== null && (
        <div class={`outcome ${isStale ? "stale" : ""}`}>
          <RunFigures shown={shown} isStale={isStale} />
          <RunCharts shown={shown} />
          <RunTables run={shown.run} />
        </div>
      )}
    </div>
  );
}

/** A failed run. The editor shows errors of the candidate beside its fields. */
function RunProblem(): VNode | null {
  const { failure } = run.value;
  // `PageErrors` shows that the engine did not start.
  if (failure === null || failure.kind === "rejected" || arena.value.failure !== null) return null;
  return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
}

/** The placeholder of the first run. */
function Waiting(): VNode | null {
  const { failure } = run.value;
  if (failure === null) return <p class="waiting">Loading the engine and the dataset</p>;
  if (failure.kind !== "rejected") return null;
  return <p class="waiting">The curve appears here when the candidate can run</p>;
}
