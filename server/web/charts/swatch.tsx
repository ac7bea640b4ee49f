import type { VNode } from "preact";
import type { Colour } from "./canvas_colours.ts";

interface SwatchProps {
  readonly colour: Colour;
  readonly form?: "" | "block" | "dashed";
}

/** A sample of a line or an area, for a legend. */
export function Swatch({ colour, form = "" }: SwatchProps): VNode {
  return <i class={`swatch ${form}`} style={{ color: `var(--${colour})` }} />;
}
