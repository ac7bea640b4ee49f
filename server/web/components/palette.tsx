// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { matching, PALETTE_KINDS } from "../model/palette.ts";
import { isPaletteOpen } from "../state.ts";
import { paletteEntries } from "./palette_entries.ts";

/** Entries per press of Page Up or Page Down. */
const PAGE = 8;

/** A field that finds strategies, markets, tabs and own work, and goes there. */
export function Palette(): VNode | null {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette(): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const entries = useMemo(paletteEntries, []);
  const found = useMemo(() => {
    const all = matching(entries, query);
    return PALETTE_KINDS.flatMap((kind) => all.filter((entry) => entry.kind === kind));
  }, [entries, query]);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, found]);
  const move = (to: number): void => setActive(Math.max(0, Math.min(found.length - 1, to)));
  const run = (at: number): void => {
    const entry = found[at];
    if (entry === undefined) return;
    // First the focus returns to the page.
    dialog.current?.close();
    entry.run();
  };
  const follow = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(active === found.length - 1 ? 0 : active + 1),
      ArrowUp: () => move(active === 0 ? found.length - 1 : active - 1),
      PageDown: () => move(active + PAGE),
      PageUp: () => move(active - PAGE),
      Enter: () => run(active),
    };
    const act = moves[event.key];
    if (act === undefined || event.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Go to"
      onClose={() => isPaletteOpen.value = false}
      onClick={({ target, currentTarget }) => {
        // A click on the backdrop.
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Strategy, market, tab or own work"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="Strategy, market, tab or own work"
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={follow}
      />
      <ul id={id} ref={list} role="listbox" aria-label="Found">
        {found.map(({ kind, title, hint }, at) => (
          <li
            key={`${kind} ${title} ${hint}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onClick={() => run(at)}
            onPointerMove={() => setActive(at)}
          >
            <b>{title}</b> <span>{hint}</span> <small>{kind}</small>
          </li>
        ))}
      </ul>
      <p class="aside" role="status">
        {found.length === 0 ? "Nothing has all these words" : `${found.length} found`}
      </p>
    </dialog>
  );
}
