import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TERMS } from "./terms.ts";
import { shownTerm } from "../state/state.ts";
import { ListDialog } from "./dialog.tsx";

/** The definitions of all terms, at the one that was asked for. */
export function TermList({ name }: { readonly name: string }): VNode {
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => asked.current?.scrollIntoView({ block: "center" }), []);
  return (
    <ListDialog title="Terms" close={() => shownTerm.value = null}>
      {TERMS.map((term) => (
        <div
          key={term.name}
          ref={term.name === name ? asked : null}
          aria-current={term.name === name ? "true" : undefined}
        >
          <dt>{term.name}</dt>
          <dd>{term.meaning}</dd>
        </div>
      ))}
    </ListDialog>
  );
}
