import type { VNode } from "preact";
import { Failed } from "../../components/notice.tsx";
import type { RunInFull } from "../../engine/messages.ts";
import { runRows } from "../../engine/runs.ts";
import { engine } from "../../engines.ts";
import type { RunOf } from "../../state/state.ts";
import { useResource } from "../../hooks.ts";

interface InFullProps {
  readonly shown: RunOf;
  /** Draws the run once its rows are there. */
  children(whole: RunInFull): VNode;
}

/** Asks the engine for the rows of a run; the rows of the run before stay until they are there. */
export function InFull({ shown, children }: InFullProps): VNode {
  const whole = useResource(shown, inFull);
  return (
    <div aria-busy={whole.isPending}>
      <Failed of={whole} />
      {whole.answer !== null && children(whole.answer)}
    </div>
  );
}

async function inFull({ run, dataset }: RunOf): Promise<RunInFull> {
  return { run, dataset, rows: await runRows(engine, run) };
}
