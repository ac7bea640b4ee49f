// This module is browser compatible.

/**
 * Returns the index of the first column with one of these names, or -1. Exports differ in case and in
 * separators, so `implied_apy` is `impliedApy`; an exact name comes first.
 */
export function findColumn(columns: readonly string[], wanted: readonly string[]): number {
  const exact = wanted.map((name) => columns.indexOf(name)).find((at) => at >= 0);
  if (exact !== undefined) return exact;
  const plain = columns.map(lettersOnly);
  return wanted.map((name) => plain.indexOf(lettersOnly(name))).find((at) => at >= 0) ?? -1;
}

/** Returns the letters and digits of a name, in lower case. */
export function lettersOnly(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
