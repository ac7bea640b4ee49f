// This module is browser compatible.

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";

/** Width of the explanation, pixels. */
const MEANING_WIDTH = 264;

interface TermProps {
  readonly label: string;
  readonly value: string;
  /** The explanation, shown on hover and on focus. */
  readonly meaning?: string | undefined;
  readonly note?: string | null;
  readonly tone?: "good" | "bad" | null;
}

/** A figure with its name; its meaning is shown on hover and on focus. */
export function Term({ label, value, meaning, note, tone }: TermProps): VNode {
  const id = useId();
  const [side, setSide] = useState("");
  const place = (event: Event): void => {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    setSide(left > innerWidth - MEANING_WIDTH ? "at-end" : "");
  };
  return (
    <div class="term">
      <dt>
        {meaning === undefined ? label : (
          <button
            type="button"
            class={`meaning ${side}`}
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
