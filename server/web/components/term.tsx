// This module is browser compatible.

import type { VNode } from "preact";
import { useId } from "preact/hooks";

interface TermProps {
  readonly label: string;
  readonly value: string;
  /** What it is, shown on hover and on focus. */
  readonly meaning?: string | undefined;
  readonly note?: string | null;
  readonly tone?: "good" | "bad" | null;
}

/** A figure with its name; what it means is shown when one points at it. */
export function Term({ label, value, meaning, note, tone }: TermProps): VNode {
  const id = useId();
  return (
    <div class="term">
      <dt>
        {meaning === undefined
          ? label
          : (
            <button type="button" class="meaning" aria-describedby={id}>
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
