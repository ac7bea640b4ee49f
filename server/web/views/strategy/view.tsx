// This module is browser compatible.

import type { VNode } from "preact";
import { Notice } from "../../components/notice.tsx";
import { arena, retry, run } from "../../state.ts";
import { Editor } from "./editor.tsx";
import { EquityChart, RunCharts } from "./run_charts.tsx";
import { RunFigures } from "./run_figures.tsx";
import { RunTables } from "./run_tables.tsx";

/** The candidate beside what comes of it. */
export function StrategyView(): VNode {
  const { answer: shown, failure } = run.value;
  const isStale = failure !== null && shown !== null;
  return (
    <div class="strategy-view">
      <h1 class="unseen">Strategy</h1>
      <Editor />
      <div class={`equity ${isStale ? "stale" : ""}`} aria-busy={shown === null}>
        {shown === null ? <Waiting /> : <EquityChart shown={shown} />}
      </div>
      <div class={`outcome ${isStale ? "stale" : ""}`}>
        {shown !== null && (
          <>
            <RunFigures shown={shown} isStale={isStale} />
            <RunCharts shown={shown} />
            <RunTables run={shown.run} />
          </>
        )}
      </div>
    </div>
  );
}

/** What stands where the first run will be. */
function Waiting(): VNode | null {
  const { failure } = run.value;
  if (failure === null) return <p class="waiting">Loading the engine and the dataset</p>;
  // The page says itself that the engine did not start, and the editor what is wrong with its fields.
  if (failure.kind === "refused" || arena.value.failure !== null) {
    return <p class="waiting">The curve appears here when the candidate can run</p>;
  }
  return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
}
