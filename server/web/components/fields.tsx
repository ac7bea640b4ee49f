import type { VNode } from "preact";
import { apiKey } from "../state/preferences.ts";

/** The field of the key, which the whole page shares. */
export function KeyField(): VNode {
  return (
    <label>
      <span>API key, kept in this tab only</span>
      <input
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={apiKey.value}
        onInput={({ currentTarget }) => apiKey.value = currentTarget.value.trim()}
      />
    </label>
  );
}

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
