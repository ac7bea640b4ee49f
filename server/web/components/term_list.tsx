import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TERMS } from "../model/terms.ts";
import { shownTerm } from "../state.ts";
import { Dialog } from "./dialog.tsx";

/** A dialog with the definitions of all terms, at the one that was asked for. */
export function TermList({ name }: { readonly name: string }): VNode {
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => asked.current?.scrollIntoView({ block: "center" }), []);
  return (
    <Dialog class="key-list" headingId="terms-title" close={() => shownTerm.value = null}>
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
    </Dialog>
  );
}
