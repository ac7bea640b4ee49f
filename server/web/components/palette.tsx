import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { isPaletteOpen } from "../state.ts";
import { Finder } from "./finder.tsx";
import { PALETTE_KINDS, paletteEntries } from "./palette_entries.ts";

/** A field that finds strategies, markets, tabs, terms and own work, and goes there. */
export function Palette(): VNode | null {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette(): VNode {
  return (
    <Finder
      title="Go to"
      label="Strategy, market, tab, term or own work"
      entries={useMemo(paletteEntries, [])}
      kinds={PALETTE_KINDS}
      close={() => isPaletteOpen.value = false}
    />
  );
}
