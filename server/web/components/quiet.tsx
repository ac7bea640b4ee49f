import type { ComponentChildren, VNode } from "preact";

interface QuietProps {
  /** The accessible name, where the text alone does not say what is meant. */
  readonly label?: string;
  run(): void;
  readonly children: ComponentChildren;
}

/** A button that looks like a link. */
export function Quiet({ label, run, children }: QuietProps): VNode {
  return (
    <button type="button" class="quiet" aria-label={label} onClick={() => run()}>{children}</button>
  );
}
