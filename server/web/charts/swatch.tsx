import type { VNode } from "preact";
import type { Colour } from "./theme.ts";

interface SwatchProps {
  readonly colour: Colour;
  readonly form?: "" | "block" | "dashed";
}

/** A sample of a line or an area, for a legend. */
export function Swatch({ colour, form = "" }: SwatchProps): VNode {
  return <i class={`swatch ${form}`} style={{ color: `var(--${colour})` }} />;
}
