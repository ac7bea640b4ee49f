import type { ComponentChildren, VNode } from "preact";
import { Quiet } from "./quiet.tsx";
import { useState } from "preact/hooks";
import { type Direction, type Figure, sortedRows } from "./sorting.ts";
import { csvText, fileName } from "./csv.ts";
import { download } from "./download.ts";
import { NONE } from "../model/format.ts";

/** A column of a table. */
export interface DataColumn<R> {
  readonly title: string;
  /** Whether only screen readers get the title. */
  readonly isTitleUnseen?: boolean;
  /** The content: figures (the default), or text. */
  readonly kind?: "number" | "words";
  /** Whether texts wrap. */
  readonly isLong?: boolean;
  /** Returns the tone of a cell. */
  tone?(row: R): "good" | "bad" | "strong" | null;
  /** Returns the exact value, for sorting and for the CSV. */
  value?(row: R): Figure;
  /** Whether the value is a time, milliseconds since 1970, which the CSV has as text. */
  readonly isTime?: boolean;
  /** Returns the content of a cell. */
  cell(row: R, index: number): ComponentChildren;
}

/** Returns a column of a figure, which sorts by its exact value. */
export function figureColumn<R>(
  title: string,
  value: (row: R) => number | null,
  write: (value: number) => string,
  others: Partial<DataColumn<R>> = {},
): DataColumn<R> {
  const cell = (row: R): string => {
    const found = value(row);
    return found === null ? NONE : write(found);
  };
  return { title, value, cell, ...others };
}

/** Returns a column of texts, which sorts by them. */
export function textColumn<R>(title: string, text: (row: R) => string): DataColumn<R> {
  return { title, kind: "words", value: text, cell: text };
}

interface DataTableProps<R> {
  /** Its accessible name, and the name of the CSV file. */
  readonly label: string;
  readonly rows: readonly R[];
  /** Identifies a row while the table changes; by default its index. */
  keyOf?(row: R): string | number;
  /** The first column: the header cell of each row, with a tooltip if `hint` returns one. */
  readonly head: Pick<DataColumn<R>, "title" | "cell" | "value"> & {
    /** Whether its texts wrap. */
    readonly isLong?: boolean;
    hint?(row: R): string | undefined;
  };
  readonly columns: readonly DataColumn<R>[];
  /** Rows that a longer table shows at first; a button shows all. */
  readonly folded?: number;
  /** Returns a text to show instead of all cells but the first and the last; null: show the cells. */
  message?(row: R): string | null;
}

interface Order {
  readonly title: string;
  readonly direction: Direction;
}

/**
 * A table of figures with a fixed first column that scrolls sideways, also by keyboard. On a narrow
 * screen each row becomes a block of named figures. Roles are explicit, because CSS that changes the
 * display of a table removes its implicit ones.
 */
export function DataTable<R>(props: DataTableProps<R>): VNode {
  const { label, rows, keyOf, head, columns, folded = Infinity, message } = props;
  const [order, setOrder] = useState<Order | null>(null);
  const [most, setMost] = useState(folded);
  const sortedBy = [head, ...columns].find(({ title }) => title === order?.title);
  const shown = sortedRows(rows, sortedBy?.value ?? null, order?.direction ?? "ascending");
  return (
    <div class="data-table">
      <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table role="table" class={head.isLong ? "figures" : "figures short"}>
          <thead role="rowgroup">
            <tr role="row">
              <HeadCell column={head} order={order} setOrder={setOrder} />
              {columns.map((column) => (
                <HeadCell key={column.title} column={column} order={order} setOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map(({ row, index }, at) => {
              const text = message?.(row) ?? null;
              // Folded rows are in the file.
              return (
                <tr key={keyOf?.(row) ?? index} role="row" hidden={at >= most}>
                  <th scope="row" role="rowheader" title={head.hint?.(row)}>
                    {head.cell(row, index)}
                  </th>
                  {text !== null && (
                    <td role="cell" class="reason" colSpan={columns.length - 1}>{text}</td>
                  )}
                  {(text === null ? columns : columns.slice(-1)).map((column) => (
                    <Cell key={column.title} column={column} row={row} index={index} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > most && <Quiet run={() => setMost(Infinity)}>Show all {rows.length}</Quiet>}
      {rows.length > 0 && <CsvButton title={label} />}
    </div>
  );
}

const ARROWS: Readonly<Record<Direction, string>> = { ascending: "▲", descending: "▼" };

interface HeadCellProps<R> {
  readonly column: Pick<DataColumn<R>, "title" | "kind" | "isTitleUnseen" | "value">;
  readonly order: Order | null;
  setOrder(order: Order): void;
}

/** A column title. A click sorts by the column, first in descending, then in ascending order. */
function HeadCell<R>({ column, order, setOrder }: HeadCellProps<R>): VNode {
  const { title, kind = "", isTitleUnseen, value } = column;
  const direction = order?.title === title ? order.direction : undefined;
  const text = isTitleUnseen ? <span class="unseen">{title}</span> : title;
  return (
    <th
      scope="col"
      role="columnheader"
      class={`${kind} ${value === undefined ? "unseen-narrow" : ""}`}
      aria-sort={direction}
    >
      {value === undefined ? text : (
        <button
          type="button"
          class="sort"
          onClick={() =>
            setOrder({ title, direction: direction === "descending" ? "ascending" : "descending" })}
        >
          {text}
          <i aria-hidden="true">{direction === undefined ? "" : ARROWS[direction]}</i>
        </button>
      )}
    </th>
  );
}

interface CellProps<R> {
  readonly column: DataColumn<R>;
  readonly row: R;
  readonly index: number;
}

/** A figure or a text, with its exact value for the CSV. */
function Cell<R>({ column, row, index }: CellProps<R>): VNode {
  const { kind = "number", isLong, isTitleUnseen, tone } = column;
  const value = column.value?.(row);
  return (
    <td
      role="cell"
      class={[kind, isLong ? "reason" : [], tone?.(row) ?? []].flat().join(" ")}
      data-none={value === null ? "" : undefined}
      data-title={isTitleUnseen ? undefined : column.title}
      data-value={exactText(column, value)}
    >
      {column.cell(row, index)}
    </td>
  );
}

/** Returns a value for the CSV; undefined if only the visible text exists. */
function exactText<R>(
  { isTime }: DataColumn<R>,
  value: Figure | undefined,
): string | number | undefined {
  if (value === null) return "";
  return isTime && typeof value === "number" ? new Date(value).toISOString() : value;
}

/** Downloads the table in the same parent element as CSV. */
function CsvButton({ title }: { readonly title: string }): VNode {
  return (
    <button
      type="button"
      class="quiet save"
      aria-label={`Download ${title} as CSV`}
      onClick={({ currentTarget }) => {
        const table = currentTarget.parentElement?.querySelector("table");
        if (table) download(fileName(title, "csv"), "text/csv", csvText(tableCells(table)));
      }}
    >
      CSV
    </button>
  );
}

/** Returns the cells of a table: exact values if present, else the visible text. */
function tableCells(table: HTMLTableElement): readonly (readonly string[])[] {
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => cell.dataset["value"] ?? cell.textContent.trim())
  );
}
