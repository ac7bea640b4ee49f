// This module is browser compatible.

import type { ComponentChildren, VNode } from "preact";

/** A column of a table. */
export interface DataColumn<R> {
  readonly title: string;
  /** Whether only screen readers get the title. */
  readonly isTitleUnseen?: boolean;
  /** The content: figures (the default), words, or a drawing that takes the free width. */
  readonly kind?: "number" | "words" | "wide";
  /** Whether words wrap. */
  readonly isLong?: boolean;
  /** Returns the emphasis of a cell. */
  tone?(row: R): "good" | "bad" | "strong" | null;
  /** Returns the content of a cell. */
  cell(row: R, index: number): ComponentChildren;
}

interface DataTableProps<R> {
  /** Names the table: the id of its heading, or a text. */
  readonly label: { readonly headingId: string } | string;
  readonly rows: readonly R[];
  /** Identifies a row while the table changes; by default its index. */
  keyOf?(row: R): string | number;
  /** The first column: the header cell of each row, with a tooltip if `hint` returns one. */
  readonly head: Pick<DataColumn<R>, "title" | "cell"> & {
    /** Whether its texts wrap. */
    readonly isLong?: boolean;
    hint?(row: R): string | undefined;
  };
  readonly columns: readonly DataColumn<R>[];
  /** Returns a text in place of all cells but the first and the last, or null for the cells. */
  message?(row: R): string | null;
}

/** A table of figures that scrolls sideways, also by keyboard, with a fixed first column. */
export function DataTable<R>(props: DataTableProps<R>): VNode {
  const { label, rows, keyOf, head, columns, message } = props;
  const name = typeof label === "string"
    ? { "aria-label": label }
    : { "aria-labelledby": label.headingId };
  const cells = (row: R, index: number, from = 0): readonly VNode[] =>
    columns.slice(from).map((column) => (
      <td key={column.title} class={cellClass(column, row)}>{column.cell(row, index)}</td>
    ));
  return (
    <div class="scroll" tabIndex={0} role="region" {...name}>
      <table class={head.isLong ? "figures" : "figures short"}>
        <thead>
          <tr>
            <th scope="col">{head.title}</th>
            {columns.map(({ title, kind, isTitleUnseen }) => (
              <th key={title} scope="col" class={kind}>
                {isTitleUnseen ? <span class="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const text = message?.(row) ?? null;
            return (
              <tr key={keyOf?.(row) ?? index}>
                <th scope="row" title={head.hint?.(row)}>{head.cell(row, index)}</th>
                {text !== null && <td class="reason" colSpan={columns.length - 1}>{text}</td>}
                {cells(row, index, text === null ? 0 : columns.length - 1)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<R>({ kind = "number", isLong, tone }: DataColumn<R>, row: R): string {
  if (kind === "wide") return kind;
  return [kind, isLong ? "reason" : [], tone?.(row) ?? []].flat().join(" ");
}
