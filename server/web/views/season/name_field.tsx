import type { VNode } from "preact";

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly setName: (name: string) => void;
  /** Why the name is refused; null for an allowed one. */
  readonly fault: string | null;
  /** Id of the text that has the fault. */
  readonly note: string;
}

/** The field for a name on a board. */
export function NameField({ label, name, setName, fault, note }: NameFieldProps): VNode {
  return (
    <label>
      <span>{label}</span>
      <input
        value={name}
        maxLength={40}
        autocomplete="off"
        aria-invalid={fault !== null}
        aria-describedby={note}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </label>
  );
}
