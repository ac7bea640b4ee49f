// This module is browser compatible.

/** Kinds of entries, in the order in which they are listed. */
export const PALETTE_KINDS = ["Go to", "My work", "Market", "Strategy"] as const;

/** An entry of the palette. */
export interface PaletteEntry {
  readonly kind: typeof PALETTE_KINDS[number];
  readonly title: string;
  /** Further words, which are searched too: the category of a strategy, the score of a candidate. */
  readonly hint: string;
  run(): void;
}

/** Most entries in the list. */
export const SHOWN_MAX = 40;

/**
 * Returns the entries that contain every word of a query, ignoring case: first those whose title begins
 * with the query, then those with a word that begins with it, each in the given order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const run = () => {};
 * const entry = (title: string) => ({ kind: "Strategy" as const, title, hint: "", run });
 * const all = ["Yield RSI", "Parsimony", "RSI of price"].map(entry);
 * assertEquals(matching(all, "rsi").map(({ title }) => title), [
 *   "RSI of price",
 *   "Yield RSI",
 *   "Parsimony",
 * ]);
 * ```
 */
export function matching(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const whole = words.join(" ");
  return entries
    .filter(({ title, hint, kind }) => {
      const text = `${title} ${hint} ${kind}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((entry) => ({ entry, rank: rankOf(entry.title.toLowerCase(), whole) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry);
}

function rankOf(title: string, query: string): number {
  if (query === "" || title.startsWith(query)) return 0;
  if (title.includes(` ${query}`)) return 1;
  return title.includes(query) ? 2 : 3;
}
