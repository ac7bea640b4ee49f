import type { ComponentChildren, VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { nameFault } from "../../season/rules/names.ts";
import { apiKey } from "../state/preferences.ts";
import { Form } from "./choice.tsx";
import { KeyFacts } from "./key_facts.tsx";

/** Says where a reader gets a key. */
export const NO_KEY =
  "No key? Whoever runs this arena gives out keys; one on your own machine printed a key at its first " +
  "start, and makes others with deno task admin keys create.";

/** The field of the key, which the whole page shares, and what the key may do. */
export function KeyField(): VNode {
  return (
    <>
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
      {apiKey.value !== "" && <KeyFacts key={apiKey.value} />}
    </>
  );
}

interface NamedFormProps {
  /** The name of its button. */
  readonly title: string;
  /** Whether it can be sent without a name. */
  readonly isOptional: boolean;
  readonly isPending: boolean;
  submit(name: string): void;
  /** Further buttons, and what the note says. */
  readonly children?: ComponentChildren;
  readonly note: ComponentChildren;
}

/** A form for a name on a board and the key, which says why a name is refused. */
export function NamedForm(
  { title, isOptional, isPending, submit, children, note }: NamedFormProps,
): VNode {
  const id = useId();
  const [name, setName] = useState("");
  const fault = name === "" ? null : nameFault(name);
  return (
    <>
      <Form class="row" submit={() => submit(name)}>
        <label>
          <span>Name on the board{isOptional && ", if you like"}</span>
          <input
            value={name}
            maxLength={40}
            autocomplete="off"
            aria-invalid={fault !== null}
            aria-describedby={id}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <KeyField />
        <button
          type="submit"
          class="primary"
          disabled={isPending || fault !== null || apiKey.value === "" ||
            (name === "" && !isOptional)}
        >
          {title}
        </button>
        {children}
      </Form>
      <p id={id} class="hint">
        {fault !== null && <strong class="field-error">The name {fault}.</strong>} {note}
      </p>
    </>
  );
}
