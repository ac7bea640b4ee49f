// This module is browser compatible.

import type { VNode } from "preact";

interface TileProps {
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly isMain?: boolean;
  readonly tone?: "good" | "bad";
}

/** A figure with its name over it and what it means under it; stands in a `dl`. */
export function Tile({ title, value, note, isMain, tone }: TileProps): VNode {
  return (
    <div class={isMain ? "tile main" : "tile"}>
      <dt>{title}</dt>
      <dd class={tone ?? ""}>{value}</dd>
      <dd class="note">{note}</dd>
    </div>
  );
}
