// This module is browser compatible.

import type { VNode } from "preact";
import { useId } from "preact/hooks";

/** Largest width of a tooltip, height of the longest one, and distance from the edge, pixels. */
const [WIDTH, HEIGHT, EDGE] = [240, 110, 8];

interface TermProps {
  readonly label: string;
  readonly value: string;
  /** The explanation, shown on hover and on focus. */
  readonly meaning?: string | undefined;
  readonly note?: string | null;
  readonly tone?: "good" | "bad" | null;
}

/** A figure with its name, whose tooltip explains it. */
export function Term({ label, value, meaning, note, tone }: TermProps): VNode {
  const id = useId();
  return (
    <div class="term">
      <dt>
        {meaning === undefined ? label : (
          <button
            type="button"
            class="meaning"
            aria-describedby={id}
            onPointerEnter={place}
            onFocus={place}
          >
            {label}
            <span role="tooltip" id={id}>{meaning}</span>
          </button>
        )}
      </dt>
      <dd class={tone ?? ""}>
        {value}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Moves the tooltip so that all of it is on the screen. */
function place({ currentTarget }: Event): void {
  const term = currentTarget as HTMLElement;
  const { left, top } = term.getBoundingClientRect();
  const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
  const start = Math.max(EDGE, Math.min(left, innerWidth - EDGE - width));
  term.style.setProperty("--meaning-left", `${start - left}px`);
  term.classList.toggle("below", top < HEIGHT);
}
