import type { VNode } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { type FinderEntry, matching } from "../model/search_words.ts";
import { Dialog } from "./dialog.tsx";

interface FinderProps {
  /** Name of the dialog. */
  readonly title: string;
  /** Name of the field. */
  readonly label: string;
  readonly entries: readonly FinderEntry[];
  /** The title of the entry that is active first; by default the first one. */
  readonly first?: string | undefined;
  /** A sentence below the list. */
  readonly note?: string;
  close(): void;
}

/** A dialog with a field that searches a list, and runs the entry that the reader chooses. */
export function Finder({ title, label, entries, first, note = "", close }: FinderProps): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const found = useMemo(() => matching(entries, query), [entries, query]);
  // The reader's choice stays while figures that arrive change the order of the entries.
  const [chosen, choose] = useState<string | null>(null);
  const active = Math.max(
    0,
    found.findIndex((entry) => chosen === null ? entry.title === first : entryId(entry) === chosen),
  );
  const run = (entry: FinderEntry | undefined): void => {
    // First the focus returns to the page.
    if (entry !== undefined) dialog.current?.close();
    entry?.run();
  };
  const follow = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
    if (step === undefined || event.isComposing) return;
    event.preventDefault();
    if (step === 0) return run(found[active]);
    const next = found.at((active + step) % found.length);
    if (next !== undefined) choose(entryId(next));
  };
  return (
    <Dialog box={dialog} class="finder" label={title} close={close}>
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
        autocomplete="off"
        placeholder={label}
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          choose(null);
        }}
        onKeyDown={follow}
      />
      <FoundEntries id={id} found={found} active={active} run={run} />
      <p class="aside" role="status">
        {found.length === 0 ? "Nothing has all these words" : `${found.length} found. ${note}`}
      </p>
    </Dialog>
  );
}

interface FoundProps {
  /** Begins the ids of the entries. */
  readonly id: string;
  readonly found: readonly FinderEntry[];
  readonly active: number;
  run(entry: FinderEntry): void;
}

/** The entries that have all words, with the active one in view. */
function FoundEntries({ id, found, active, run }: FoundProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }));
  return (
    <ul id={id} ref={list} role="listbox" aria-label="Found">
      {found.map((entry, at) => (
        <li
          key={entryId(entry)}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          onClick={() => run(entry)}
        >
          <b>{entry.title}</b> <b>{entry.figure}</b> <small>{entry.hint}</small>{" "}
          <small>{entry.kind}</small>
        </li>
      ))}
    </ul>
  );
}

/** Identifies an entry, whose kind and figure may change while the list is open. */
function entryId({ title, hint }: FinderEntry): string {
  return `${title} ${hint}`;
}
