import type { VNode } from "preact";
import { shownRun } from "../../state.ts";
import { Explanation } from "./explanation.tsx";
import { RunFigures } from "./run_figures.tsx";
import { ScorePanel } from "./score.tsx";

/** The score term by term, the figures of the run, and the run in words. */
export function WhyTab(): VNode {
  const shown = shownRun.value;
  if (shown === null) return <p class="aside">The score appears here once the candidate can run</p>;
  return (
    <div class="why-tab">
      <ScorePanel shown={shown} />
      <div class="beside">
        <Explanation shown={shown} />
        <RunFigures shown={shown} />
      </div>
    </div>
  );
}
