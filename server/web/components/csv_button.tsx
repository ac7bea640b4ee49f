// This module is browser compatible.

import type { VNode } from "preact";
import { type CsvCell, csvOf, fileName } from "../model/csv.ts";
import { download } from "./download.ts";

interface CsvButtonProps {
  readonly title: string;
  /** Returns what there is to save of something that is drawn; a table beside the button is read. */
  rows?(): readonly (readonly CsvCell[])[];
}

/** Downloads the table beside it, in the same element, or the numbers of a drawing as CSV. */
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

/** Returns the cells of a table: exact values where it has them, else what is shown. */
function rowsOf(table: HTMLTableElement): readonly (readonly string[])[] {
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => cell.dataset["value"] ?? cell.textContent.trim())
  );
}
