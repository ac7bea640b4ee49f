/** A row of texts. */
export type Row = readonly string[];

/** Returns a Markdown table in the form of `deno fmt`: every column as wide as its widest text. */
export function toMarkdown(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0))
  );
  const line = (row: Row): string =>
    `| ${widths.map((width, at) => (row[at] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Returns a number with at most four significant digits. */
export function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
