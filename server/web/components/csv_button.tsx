// This module is browser compatible.

import type { VNode } from "preact";
import { type CsvCell, csvOf, fileName } from "../model/csv.ts";
import { download } from "./download.ts";

interface CsvButtonProps {
  readonly title: string;
  /** Returns the CSV of a drawing. By default the button reads the table beside it. */
  rows?(): readonly (readonly CsvCell[])[];
}

/** Downloads the table in the same parent element, or the numbers of a drawing, as CSV. */
export function CsvButton({ title, rows }: CsvButtonProps): VNode {
  return (
    <button
      type="button"
      class="quiet save"
      aria-label={`Download ${title} as CSV`}
      onClick={({ currentTarget }) => {
        const table = currentTarget.parentElement?.querySelector("table");
        const cells = rows?.() ?? (table ? rowsOf(table) : []);
        download(fileName(title, "csv"), "text/csv", csvOf(cells));
      }}
    >
      CSV
    </button>
  );
}

/** Returns the cells of a table: exact values if present, else the visible text. */
function rowsOf(table: HTMLTableElement): readonly (readonly string[])[] {
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => cell.dataset["value"] ?? cell.textContent.trim())
  );
}
