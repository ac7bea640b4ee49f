import type { VNode } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { type FinderEntry, matching } from "../model/finder.ts";
import { Dialog } from "./dialog.tsx";

interface FinderProps {
  /** Name of the dialog. */
  readonly title: string;
  /** Name of the field. */
  readonly label: string;
  readonly entries: readonly FinderEntry[];
  /** The kinds of the entries, in the order in which they are listed. */
  readonly kinds: readonly string[];
  /** The title of the entry that is active first; by default the first one. */
  readonly first?: string;
  /** A sentence below the list. */
  readonly note?: string;
  close(): void;
}

/** Entries per press of Page Up or Page Down. */
const PAGE = 8;

/** A dialog with a field that searches a list, and runs the entry that the reader chooses. */
export function Finder(props: FinderProps): VNode {
  const { title, label, entries, kinds, first, note = "", close } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const found = useMemo(() => {
    const all = matching(entries, query);
    const ofKinds = kinds.flatMap((kind) => all.filter((entry) => entry.kind === kind));
    return ofKinds.toSorted((a, b) => Number(isNamed(b, query)) - Number(isNamed(a, query)));
  }, [entries, query]);
  // The reader's choice stays while figures that arrive change the order of the entries.
  const [chosen, choose] = useState<string | null>(null);
  const active = Math.max(
    0,
    found.findIndex((entry) => chosen === null ? entry.title === first : entryId(entry) === chosen),
  );
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, found]);
  const move = (to: number): void => {
    const entry = found[Math.max(0, Math.min(found.length - 1, to))];
    if (entry !== undefined) choose(entryId(entry));
  };
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
        spellcheck={false}
        placeholder={label}
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          choose(null);
        }}
        onKeyDown={follow}
      />
      <ul id={id} ref={list} role="listbox" aria-label="Found">
        {found.map((entry, at) => (
          <li
            key={entryId(entry)}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onClick={() => run(at)}
            onPointerMove={() => choose(entryId(entry))}
          >
            <Entry {...entry} />
          </li>
        ))}
      </ul>
      <p class="aside" role="status">
        {found.length === 0 ? "Nothing has all these words" : `${found.length} found. ${note}`}
      </p>
    </Dialog>
  );
}

function Entry({ kind, title, hint, figure }: FinderEntry): VNode {
  return (
    <>
      <b>{title}</b> {figure !== undefined && <b class="figure">{figure}</b>} <span>{hint}</span>
      {" "}
      <small class={figure === undefined ? "alone" : ""}>{kind}</small>
    </>
  );
}

/** Returns whether a query is the title of an entry, which then comes first, whatever its kind. */
function isNamed({ title }: FinderEntry, query: string): boolean {
  return title.toLowerCase() === query.trim().toLowerCase();
}

/** Identifies an entry, whose kind and figure may change while the list is open. */
function entryId({ title, hint }: FinderEntry): string {
  return `${title} ${hint}`;
}
