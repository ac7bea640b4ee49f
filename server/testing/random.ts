/** Returns a repeatable source of numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the elements in an order that the seed decides. */
export function shuffled<T>(elements: readonly T[], seed: number): readonly T[] {
  const next = random(seed);
  const keyed = elements.map((element) => ({ element, key: next() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ element }) => element);
}
