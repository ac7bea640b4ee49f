/** The random generator of the rules, implemented from their text. */

const MASK = (1n << 64n) - 1n;
/** A new block begins when a draw is below this probability: the mean block has five days. */
const BLOCK_DAYS = 5n;

/** Returns the numbers of xoshiro256++, seeded by four outputs of SplitMix64. */
export function* xoshiro(seed: bigint): Generator<bigint, never> {
  const state = splitMix(seed);
  let [a, b, c, d] = [state(), state(), state(), state()];
  while (true) {
    yield (rotated((a + d) & MASK, 23n) + a) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 45n);
  }
}

function splitMix(seed: bigint): () => bigint {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  };
}

function rotated(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & MASK;
}

/** Returns the days of one draw of the stationary bootstrap. */
export function drawnDays(random: Generator<bigint, never>, days: number): number[] {
  const next = (): bigint => random.next().value;
  const drawn: number[] = [];
  for (let at = 0; at < days; at += 1) {
    const isNew = next() < (1n << 64n) / BLOCK_DAYS;
    const before = drawn.at(-1);
    drawn.push(
      isNew || before === undefined ? Number(next() % BigInt(days)) : (before + 1) % days,
    );
  }
  return drawn;
}
