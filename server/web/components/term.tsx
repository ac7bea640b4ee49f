import type { VNode } from "preact";
import { Meaning } from "./meaning.tsx";

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
