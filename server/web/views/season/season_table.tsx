import { Fragment, type RefObject, type TargetedKeyboardEvent, type VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardRow } from "../../../contracts/season.ts";
import { entryName, lineName } from "../../../wording/season.ts";
import { SearchField } from "../../components/choice.tsx";
import { ruleNames } from "../../components/candidate_text.ts";
import { seasonScale } from "./edge_scale.ts";
import { groupRows, type RowKey, rowKey, type TableRow, toTableRows } from "./groups.ts";
import { type BoardFile, type Names, readRows, ROWS_PER_FILE } from "./season_files.ts";
import { navigate } from "../../state/state.ts";
import { Axis, Head } from "../../charts/interval.tsx";
import { seasonAddress, seasonPath } from "./place.ts";
import { RowDetail } from "./row_detail.tsx";
import { SeasonRow } from "./season_row.tsx";
import { useGrowing } from "./use_growing.ts";
import type { Scale } from "../../charts/number_line.ts";

interface SeasonTableProps {
  readonly file: BoardFile;
  readonly names: Names;
  readonly seasonId: string;
}

/** Columns of the table, for the row of an open entry. */
const COLUMNS = 5;

/** The rows of a scored board; more are drawn when the last of them comes near. */
export function SeasonTable({ file, names, seasonId }: SeasonTableProps): VNode {
  const { head } = file;
  const [query, setQuery] = useState("");
  const scale = useMemo(() => seasonScale(head, file.rows), [file]);
  const { items, openAt, missing, total, drawn, end, unfolded, fold } = useItems(
    { file, names, seasonId },
    query,
  );
  const open = (number: number | null): void =>
    navigate(
      number === null ? seasonPath(seasonId, head.board) : seasonPath(seasonId, head.board, number),
    );
  return (
    <>
      <Legend query={query} search={setQuery} />
      <table
        class="ranking board-table season-table"
        role="table"
        aria-label="Entries by their average on the hidden half-years"
        aria-rowcount={total + 1}
      >
        <Heads line={head.line} scale={scale} />
        <tbody role="rowgroup" onKeyDown={moveFocus}>
          {items.slice(0, drawn).map(({ row, ...item }, at) => (
            <Fragment key={rowKey(row)}>
              <SeasonRow
                item={{ row, ...item }}
                at={at}
                names={names}
                scale={scale}
                bar={head.bar}
                isOpen={at === openAt}
                isUnfolded={unfolded.has(rowKey(row))}
                open={() => open(at === openAt ? null : row.number)}
                fold={() => fold(rowKey(row))}
              />
              {at === openAt && (
                <tr role="row" class="opened">
                  <td role="cell" colSpan={COLUMNS}>
                    <RowDetail
                      head={head}
                      row={row}
                      name={entryName(names[String(row.number)], row.number ?? 0)}
                      close={() => open(null)}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      <div ref={end} />
      {items.length === 0 && (
        <p class="aside">{missing > 0 ? "Searching" : "No entry has all of this."}</p>
      )}
    </>
  );
}

/** The rows of a table. */
interface Items {
  readonly items: readonly TableRow[];
  /** Place of the opened row; -1 without one. */
  readonly openAt: number;
  /** Rows that are not loaded yet, and all rows. */
  readonly missing: number;
  readonly total: number;
  /** How many of the rows to draw, and the element behind them. */
  readonly drawn: number;
  readonly end: RefObject<HTMLDivElement | null>;
  readonly unfolded: ReadonlySet<RowKey>;
  /** Shows the rows under a row, or hides them. */
  fold(key: RowKey): void;
}

/** Returns the rows that a search finds, or all of them, folded; those that are missing are loaded. */
function useItems({ file, names, seasonId }: SeasonTableProps, query: string): Items {
  const { rows, total, need } = useRows(seasonId, file);
  const [unfolded, setUnfolded] = useState<ReadonlySet<RowKey>>(new Set());
  const opened = seasonAddress().number;
  const groups = useMemo(() => groupRows(rows), [rows]);
  const items = useMemo((): readonly TableRow[] => {
    const words = query.trim().toLowerCase();
    if (words === "") return toTableRows(groups, withRow(unfolded, groups, opened));
    return rows.filter((row) => searchedText(row, names).includes(words))
      .map((row) => ({ row, underCount: 0, isUnder: false }));
  }, [rows, groups, unfolded, query, opened]);
  const openAt = items.findIndex(({ row }) => row.number !== null && row.number === opened);
  const missing = total - rows.length;
  const isSearching = query.trim() !== "" || (opened !== null && openAt < 0);
  useEffect(() => {
    // A search looks at every row; else the rows load as they come near.
    if (missing > 0 && isSearching) need();
  }, [missing, isSearching]);
  const [most, end] = useGrowing(items.length, need);
  useArrival(openAt);
  const fold = (key: RowKey): void => {
    const changed = new Set(unfolded);
    if (!changed.delete(key)) changed.add(key);
    setUnfolded(changed);
  };
  return { items, openAt, missing, total, drawn: Math.max(most, openAt + 1), end, unfolded, fold };
}

interface LegendProps {
  readonly query: string;
  search(query: string): void;
}

function Legend({ query, search }: LegendProps): VNode {
  return (
    <search class="board-filters row">
      <p class="legend">
        <i class="mark strategy" />average lead <i class="mark span" />where it surely lies{" "}
        <i class="mark hold" />Hold <i class="mark idle" />idle
      </p>
      <SearchField
        label="Search entries"
        placeholder="Search: name, number, rule, tag"
        query={query}
        search={search}
      />
    </search>
  );
}

interface HeadsProps {
  readonly line: BoardFile["head"]["line"];
  readonly scale: Scale;
}

function Heads({ line, scale }: HeadsProps): VNode {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <Head class="rank unseen-medium" title="Place" />
        <Head class="name unseen-medium" title="Entry" />
        <Head
          class="edge unseen-medium"
          title="Edge a year"
          note={`over ${lineName(line)}, average`}
        />
        <Head class="interval" title="%/y" note={<Axis scale={scale} />} />
        <Head class="points unseen-medium" title="Score" note="Hold = 100" />
      </tr>
    </thead>
  );
}

/** Returns the unfolded heads, and that of the opened row, which may stand under it. */
function withRow(
  unfolded: ReadonlySet<RowKey>,
  groups: ReturnType<typeof groupRows>,
  opened: number | null,
): ReadonlySet<RowKey> {
  const of = opened === null
    ? undefined
    : groups.find(({ under }) => under.some(({ number }) => number === opened));
  return of === undefined ? unfolded : new Set([...unfolded, rowKey(of.head)]);
}

function searchedText(row: BoardRow, names: Names): string {
  const rules = row.candidate === null ? "" : ruleNames(row.candidate);
  const own = row.number === null
    ? row.line ?? ""
    : `${entryName(names[String(row.number)], row.number)} ${row.number} #${row.keyTag}`;
  return `${own} ${rules}`.toLowerCase();
}

/** Moves the focus between the entries by the arrow keys. */
function moveFocus(event: TargetedKeyboardEvent<HTMLTableSectionElement>): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Home: -1e9,
    End: 1e9,
  };
  const step = steps[event.key];
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(".row-open")];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  entries[Math.max(0, Math.min(at + step, entries.length - 1))]?.focus();
}

/** Scrolls to the row that the address names when the page opens, once. */
function useArrival(openAt: number): void {
  const arriving = useRef(seasonAddress().number !== null);
  useEffect(() => {
    if (!arriving.current || openAt < 0) return;
    arriving.current = false;
    document.querySelector(".season-table .opened")?.scrollIntoView({ block: "nearest" });
  }, [openAt]);
}

/** The rows of a board that are loaded, and how many it has. */
interface Rows {
  readonly rows: readonly BoardRow[];
  readonly total: number;
  /** Loads the next file of rows, unless one is loading. */
  need(): void;
}

const [PART, WHOLE] = [false, true];
/** The two passive lines stand among the rows. */
const LINES = 2;

/** Returns the rows of a board: the first ones at once, the others when they are needed. */
function useRows(seasonId: string, { head, rows: first }: BoardFile): Rows {
  const [rows, setRows] = useState(first);
  const [isWhole, setWhole] = useState(PART);
  const isLoading = useRef(PART);
  const loaded = useRef(0);
  const total = isWhole ? rows.length : Math.max(rows.length, head.entries + LINES);
  const need = async (): Promise<void> => {
    if (isLoading.current || rows.length >= total) return;
    isLoading.current = true;
    try {
      const file = loaded.current + 1;
      const next = await readRows(seasonId, head.board, file);
      loaded.current = file;
      // The first file repeats the first rows.
      setRows((before) => [...before.slice(0, (file - 1) * ROWS_PER_FILE), ...next]);
      if (next.length < ROWS_PER_FILE) setWhole(WHOLE);
    } catch {
      // The rows that are there stay; the next scroll tries again.
    } finally {
      isLoading.current = false;
    }
  };
  return { rows, total, need };
}
