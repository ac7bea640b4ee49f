import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Notice } from "../../components/notice.tsx";
import type { RunInFull } from "../../engine/messages.ts";
import { rowsOf } from "../../engine/runs.ts";
import { engine } from "../../engines.ts";
import { reasonOf } from "../../model/field_messages.ts";
import type { RunOf } from "../../state.ts";
import { useResource } from "../../use_resource.ts";

interface InFullProps {
  readonly shown: RunOf;
  /** Draws the run once its rows are there. */
  children(whole: RunInFull): VNode;
}

/** Asks the engine for the rows of a run; the rows of the run before stay until they are there. */
export function InFull({ shown, children }: InFullProps): VNode {
  const [attempt, setAttempt] = useState(0);
  const { answer, failure, isPending } = useResource(shown, inFull, attempt);
  const again = { label: "Try again", run: () => setAttempt(attempt + 1) };
  return (
    <div aria-busy={isPending}>
      {failure !== null && <Notice title={reasonOf(failure)} action={again} />}
      {answer !== null && children(answer)}
    </div>
  );
}

async function inFull({ run, dataset }: RunOf): Promise<RunInFull> {
  return { run, dataset, rows: await rowsOf(engine, run) };
}
