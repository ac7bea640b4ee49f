import type { VNode } from "preact";
import { useId } from "preact/hooks";

/** Largest width of a tooltip, height of the longest one, and distance from the edge, pixels. */
const [WIDTH, HEIGHT, EDGE] = [240, 110, 8];

interface MeaningProps {
  /** The explanation, shown on hover and on focus. */
  readonly text: string;
  /** The word that it explains. */
  readonly children: string;
}

/** A word with its explanation, where the word stands. */
export function Meaning({ text, children }: MeaningProps): VNode {
  const id = useId();
  return (
    <button
      type="button"
      class="meaning"
      aria-describedby={id}
      onPointerEnter={place}
      onFocus={place}
    >
      {children}
      <span role="tooltip" id={id}>{text}</span>
    </button>
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
  return (
    <div class="term">
      <dt>{meaning === undefined ? label : <Meaning text={meaning}>{label}</Meaning>}</dt>
      <dd class={tone ?? ""}>
        {value}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
