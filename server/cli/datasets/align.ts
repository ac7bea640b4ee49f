/** Returns rows of words as lines with aligned columns. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<readonly number[]>(
    (most, row) => row.map((word, at) => Math.max(most[at] ?? 0, word.length)),
    [],
  );
  return rows.map((row) => row.map((word, at) => word.padEnd(widths[at] ?? 0)).join("  ").trimEnd())
    .join("\n");
}
