import type { ComponentChildren, VNode } from "preact";
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
import { useWindowed, type Windowed } from "./use_windowed.ts";
import type { Scale } from "../../charts/number_line.ts";

interface SeasonTableProps {
  readonly file: BoardFile;
  readonly names: Names;
  readonly seasonId: string;
}

/** Columns of the table, for the row of an open entry. */
const COLUMNS = 5;

/** All rows of a scored board. Only those near the screen are drawn. */
export function SeasonTable({ file, names, seasonId }: SeasonTableProps): VNode {
  const { head } = file;
  const [query, setQuery] = useState("");
  const scale = useMemo(() => seasonScale(head, file.rows), [file]);
  const { items, openAt, missing, total, list, unfolded, fold } = useItems(
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
        <tbody
          role="rowgroup"
          ref={list.box}
          style={{ height: `${list.height}px` }}
          onKeyDown={list.move}
        >
          {list.shown.map((at) => {
            const entry = items[at];
            if (entry === undefined) return null;
            const isOpen = at === openAt;
            return (
              <SeasonRow
                key={rowKey(entry.row)}
                item={entry}
                at={at}
                top={list.rowTop(at)}
                names={names}
                scale={scale}
                bar={head.bar}
                isOpen={isOpen}
                isUnfolded={unfolded.has(rowKey(entry.row))}
                open={() => open(isOpen ? null : entry.row.number)}
                fold={() => fold(rowKey(entry.row))}
              />
            );
          })}
          {openAt >= 0 && (
            <OpenedRow list={list} at={openAt}>
              {items.slice(openAt, openAt + 1).map(({ row }) => (
                <RowDetail
                  key={row.number}
                  head={head}
                  row={row}
                  name={entryName(names[String(row.number)], row.number ?? 0)}
                  close={() => open(null)}
                />
              ))}
            </OpenedRow>
          )}
        </tbody>
      </table>
      {items.length === 0 && (
        <p class="aside">{missing > 0 ? "Searching" : "No entry has all of this."}</p>
      )}
    </>
  );
}

/** The rows of a table, of which those near the screen are drawn. */
interface Items {
  readonly items: readonly TableRow[];
  /** Place of the opened row; -1 without one. */
  readonly openAt: number;
  /** Rows that are not loaded yet, and all rows. */
  readonly missing: number;
  readonly total: number;
  readonly list: Windowed;
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
  const list = useWindowed({ count: items.length, missing, openAt });
  const isSearching = query.trim() !== "" || (opened !== null && openAt < 0);
  useEffect(() => {
    // A search looks at every row; else the rows load as they come near.
    if (missing > 0 && (isSearching || list.last >= items.length - 1)) need();
  }, [missing, isSearching, list.last, items.length]);
  const fold = (key: RowKey): void => {
    const changed = new Set(unfolded);
    if (!changed.delete(key)) changed.add(key);
    setUnfolded(changed);
  };
  return { items, openAt, missing, total, list, unfolded, fold };
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

interface OpenedRowProps {
  readonly list: Windowed;
  readonly at: number;
  readonly children: ComponentChildren;
}

/** The details under an opened row. */
function OpenedRow({ list, at, children }: OpenedRowProps): VNode {
  return (
    <tr
      role="row"
      class="opened"
      ref={list.detail}
      style={{ transform: `translateY(${list.rowTop(at) + list.rowHeight}px)` }}
    >
      <td role="cell" colSpan={COLUMNS}>{children}</td>
    </tr>
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
