import type { VNode } from "preact";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { Notice } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { publish, withdraw } from "./practice.ts";
import { candidate, strategies } from "../../state/state.ts";
import { NamedForm, NO_KEY } from "../../components/fields.tsx";
import { useAction } from "../../hooks.ts";
import { apiKey } from "../../state/preferences.ts";

interface PublishFormProps {
  /** The board of the candidate. */
  readonly board: string;
  /** Called after a change of the board. */
  onChange(): void;
}

/** Publishes the candidate of the workbench on the practice board, or withdraws it. */
export function PublishForm({ board, onChange }: PublishFormProps): VNode {
  const own = candidate.value;
  const { isPending, reason, result, start } = useAction(async (name: string | null) => {
    const said = name === null
      ? await withdraw(board, own, strategies.value)
      : await publish(own, name);
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
      <NamedForm
        title="Publish"
        isOptional={false}
        isPending={isPending}
        submit={start}
        note={`The server evaluates it, which counts as a try of the key. Rule, name and figures are then public, until you withdraw the row. ${NO_KEY}`}
      >
        <button
          type="button"
          disabled={isPending || apiKey.value === ""}
          onClick={() => start(null)}
        >
          Withdraw it
        </button>
      </NamedForm>
      <div role="status">
        {isPending && <p class="aside">Asking the server</p>}
        {result !== null && !isPending && <p class="aside strong">{result}</p>}
      </div>
      {reason !== null && <Notice title={reason} />}
    </section>
  );
}
