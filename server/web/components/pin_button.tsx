import type { VNode } from "preact";
import type { Candidate } from "../../contracts/candidate.ts";
import { isPinned, pin, pins, PINS_MAX } from "../state/pins.ts";

/** Pins a candidate for the comparison. */
export function PinButton({ candidate }: { readonly candidate: Candidate }): VNode {
  if (isPinned(candidate)) return <span class="pinned">Pinned</span>;
  const isFull = pins.value.length >= PINS_MAX;
  return (
    <button type="button" disabled={isFull} onClick={() => pin(candidate)}>
      {isFull ? `${PINS_MAX} are pinned` : "Pin to compare"}
    </button>
  );
}
