/** An entry of a list that is searched by words. */
export interface FinderEntry<Kind extends string = string> {
  readonly kind: Kind;
  readonly title: string;
  /** Further words, which are searched too: the category of a strategy, the score of a candidate. */
  readonly hint: string;
  /** A figure at the end of the title's line, which is not searched. */
  readonly figure?: string;
  run(): void;
}

/** Most entries in the list. */
const SHOWN_MAX = 40;

/**
 * Returns the entries that contain every word of a query, ignoring case: first those whose title begins
 * with the query, then those with a word that begins with it, each in the given order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const run = () => {};
 * const entry = (title: string) => ({ kind: "Strategy", title, hint: "", run });
 * const all = ["Yield RSI", "Parsimony", "RSI of price"].map(entry);
 * assertEquals(matching(all, "rsi").map(({ title }) => title), [
 *   "RSI of price",
 *   "Yield RSI",
 *   "Parsimony",
 * ]);
 * ```
 */
export function matching<Entry extends Omit<FinderEntry, "run">>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  const whole = query.toLowerCase().trim().replaceAll(/\s+/g, " ");
  return entries
    .filter(({ title, hint, kind }) => hasWords(`${title} ${hint} ${kind}`, query))
    .map((entry) => ({ entry, rank: matchRank(entry.title.toLowerCase(), whole) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry);
}

/** Returns whether a text contains every word of a query, ignoring case. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}

function matchRank(title: string, query: string): number {
  if (query === "" || title.startsWith(query)) return 0;
  if (title.includes(` ${query}`)) return 1;
  return title.includes(query) ? 2 : 3;
}
