import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TERMS } from "../model/terms.ts";
import { shownTerm } from "../state.ts";

/** A dialog with the definitions of all terms, at the one that was asked for. */
export function TermList(): VNode | null {
  const name = shownTerm.value;
  return name === null ? null : <OpenTermList name={name} />;
}

function OpenTermList({ name }: { readonly name: string }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    asked.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <dialog
      ref={dialog}
      class="key-list"
      aria-labelledby="terms-title"
      onClose={() => shownTerm.value = null}
      onClick={({ target, currentTarget }) => {
        // A click on the backdrop.
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <form method="dialog">
        <div class="list-head row">
          <h2 id="terms-title">Terms</h2>
          <button type="submit" autofocus>Close</button>
        </div>
        <dl>
          {TERMS.map((term) => {
            const isAsked = term.name === name;
            return (
              <div
                key={term.name}
                ref={isAsked ? asked : null}
                aria-current={isAsked ? "true" : undefined}
              >
                <dt>{term.name}</dt>
                <dd>{term.meaning}</dd>
              </div>
            );
          })}
        </dl>
      </form>
    </dialog>
  );
}
