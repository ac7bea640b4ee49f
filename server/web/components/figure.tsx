import type { VNode } from "preact";

interface FigureProps {
  readonly name: string;
  readonly value: string | number;
  readonly note: string;
  /** The colour: that of the best, or of a passive line. */
  readonly look?: "best" | "hold" | "idle";
}

/** A large figure of a board, under its name. */
export function Figure({ name, value, note, look }: FigureProps): VNode {
  return (
    <div class={look}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd>{note}</dd>
    </div>
  );
}
