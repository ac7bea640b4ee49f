import type { VNode } from "preact";
import { csvOf, fileName } from "../model/csv.ts";
import { download } from "./download.ts";

/** Downloads the table in the same parent element as CSV. */
export function CsvButton({ title }: { readonly title: string }): VNode {
  return (
    <button
      type="button"
      class="quiet save"
      aria-label={`Download ${title} as CSV`}
      onClick={({ currentTarget }) => {
        const table = currentTarget.parentElement?.querySelector("table");
        if (table) download(fileName(title, "csv"), "text/csv", csvOf(rowsOf(table)));
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
