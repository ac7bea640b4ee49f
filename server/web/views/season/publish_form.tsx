import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { nameFault } from "../../../season/rules/names.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { Notice } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { publish, withdraw } from "./practice.ts";
import { candidate, strategies } from "../../state/state.ts";
import { KeyField, NameField } from "../../components/fields.tsx";
import { useAction } from "../../hooks.ts";
import { apiKey } from "../../state/preferences.ts";
import { Form } from "../../components/choice.tsx";

interface PublishFormProps {
  /** The board of the candidate. */
  readonly board: string;
  /** Called after a change of the board. */
  onChange(): void;
}

/** Publishes the candidate of the workbench on the practice board, or withdraws it. */
export function PublishForm({ board, onChange }: PublishFormProps): VNode {
  const [name, setName] = useState("");
  const fault = name === "" ? null : nameFault(name);
  const own = candidate.value;
  const { isPending, reason, result, start } = useAction(async (what: "publish" | "withdraw") => {
    const said = what === "publish"
      ? await publish(own, name)
      : await withdraw(board, own, strategies.value);
    onChange();
    return said;
  });
  return (
    <section class="enter" aria-labelledby="publish-title">
      <h2 id="publish-title">Publish the candidate of the workbench</h2>
      <p>
        <b>{rulesText(own)}</b> on {placeText(own)}{" "}
        <PathLink to="workbench">Change it in the workbench</PathLink>
      </p>
      <Form class="row" submit={() => start("publish")}>
        <NameField
          label="Name on the board"
          note="publish-note"
          name={name}
          setName={setName}
          fault={fault}
        />
        <KeyField />
        <button
          type="submit"
          class="primary"
          disabled={isPending || name === "" || fault !== null || apiKey.value === ""}
        >
          Publish
        </button>
        <button
          type="button"
          disabled={isPending || apiKey.value === ""}
          onClick={() => start("withdraw")}
        >
          Withdraw it
        </button>
      </Form>
      <p id="publish-note" class="hint">
        {fault !== null && <strong class="field-error">The name {fault}.</strong>}
        The server evaluates it, which counts as a try of the key. Rule, name and figures are then
        public, until you withdraw the row.
      </p>
      <div role="status">
        {isPending && <p class="aside">Asking the server</p>}
        {result !== null && !isPending && <p class="aside strong">{result}</p>}
      </div>
      {reason !== null && <Notice title={reason} />}
    </section>
  );
}
