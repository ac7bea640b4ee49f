// This module is browser compatible.

/** Longest part of a wrong name that is compared. */
const LENGTH_MAX = 40;

/**
 * Returns the end of a sentence about a wrong name, in the words of the engine: "; the nearest is
 * NAME", or an empty text if no known name is within an edit distance of a third of its length, rounded
 * up.
 */
export function nearestText(wrong: string, known: readonly string[]): string {
  const given = wrong.slice(0, LENGTH_MAX);
  let found = "";
  let least = Infinity;
  for (const name of known) {
    const distance = editDistance(given, name);
    if (distance < least && 3 * distance <= name.length + 2) {
      least = distance;
      found = `; the nearest is ${name}`;
    }
  }
  return found;
}

/** Returns the Levenshtein distance of two texts. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (row[column] ?? 0) + (one[at] === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
