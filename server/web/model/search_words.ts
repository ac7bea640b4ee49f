/** An entry of a list that is searched by words. */
export interface FinderEntry {
  readonly kind: string;
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
 * Returns the entries with every word of a query: first those whose title is the query, begins with it,
 * or has a word that begins with it; otherwise in the given order.
 */
export function matching(entries: readonly FinderEntry[], query: string): readonly FinderEntry[] {
  const wanted = query.toLowerCase().trim();
  const rank = ({ title }: FinderEntry): number => {
    const at = ` ${title.toLowerCase()}`.indexOf(` ${wanted}`);
    return at > 0 ? 2 : at < 0 ? 3 : Number(title.length !== wanted.length);
  };
  return entries.filter(({ title, hint, kind }) => hasWords(`${title} ${hint} ${kind}`, query))
    .toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_MAX);
}

/** Returns whether a text contains every word of a query, ignoring case. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}
