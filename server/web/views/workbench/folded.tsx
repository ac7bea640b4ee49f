import type { VNode } from "preact";
import { useState } from "preact/hooks";

interface FoldedProps {
  readonly title: string;
  children(): VNode;
}

/** A part that is drawn once the reader opens it. */
export function Folded({ title, children }: FoldedProps): VNode {
  const [state, setState] = useState("closed");
  return (
    <details class="more" onToggle={(event) => setState(event.newState)}>
      <summary>{title}</summary>
      {state === "open" && children()}
    </details>
  );
}
