// This module is browser compatible.

const [GOLDEN, FIRST, SECOND] = [
  0x9e3779b97f4a7c15n,
  0xbf58476d1ce4e5b9n,
  0x94d049bb133111ebn,
];

/**
 * Makes a generator of numbers in (0, 1): SplitMix64, mapped to the centre of one of 2^53 equal cells,
 * like the draws of the engine (`RULES.md` 1.1 and 7).
 */
export function seededRandom(seed: number): () => number {
  let state = BigInt.asUintN(64, BigInt(seed));
  return () => {
    state = BigInt.asUintN(64, state + GOLDEN);
    let word = BigInt.asUintN(64, (state ^ (state >> 30n)) * FIRST);
    word = BigInt.asUintN(64, (word ^ (word >> 27n)) * SECOND);
    word ^= word >> 31n;
    return (Number(word >> 11n) + 0.5) / 2 ** 53;
  };
}
