/**
 * The random numbers of `RULES.md` 1.1, implemented from its text and not from the engine.
 *
 * @module
 */

const WORD = (1n << 64n) - 1n;

/** Coefficients of AS 241 from the table of `RULES.md` 1.1: A to F, from the highest power down. */
export type Coefficients = readonly (readonly number[])[];

/** A stream of random numbers. */
export class Stream {
  readonly #coefficients: Coefficients;
  #state: [bigint, bigint, bigint, bigint];

  constructor(seed: bigint, coefficients: Coefficients) {
    this.#coefficients = coefficients;
    let state = seed & WORD;
    const next = (): bigint => {
      state = (state + 0x9E3779B97F4A7C15n) & WORD;
      let z = state;
      z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & WORD;
      z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & WORD;
      return z ^ (z >> 31n);
    };
    this.#state = [next(), next(), next(), next()];
  }

  word(): bigint {
    let [a, b, c, d] = this.#state;
    const drawn = (rotl((a + d) & WORD, 23n) + a) & WORD;
    const t = (b << 17n) & WORD;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotl(d, 45n);
    this.#state = [a, b, c, d];
    return drawn;
  }

  /** `word mod n`. */
  wordMod(n: number): number {
    return Number(this.word() % BigInt(n));
  }

  uniform(): number {
    return (Number(this.word() >> 11n) + 0.5) * 2 ** -53;
  }

  between([a, b]: readonly [number, number]): number {
    return a + (b - a) * this.uniform();
  }

  normal(): number {
    const u = this.uniform();
    const q = u - 0.5;
    if (Math.abs(q) <= 0.425) {
      const r = 0.180625 - q * q;
      return q * this.#polynomial(0, r) / this.#polynomial(1, r);
    }
    const r = Math.sqrt(-Math.log(q < 0 ? u : 1 - u));
    const size = r <= 5
      ? this.#polynomial(2, r - 1.6) / this.#polynomial(3, r - 1.6)
      : this.#polynomial(4, r - 5) / this.#polynomial(5, r - 5);
    return q < 0 ? -size : size;
  }

  #polynomial(which: number, x: number): number {
    return (this.#coefficients[which] ?? []).reduce((value, next) => value * x + next, 0);
  }
}

function rotl(word: bigint, by: bigint): bigint {
  return ((word << by) | (word >> (64n - by))) & WORD;
}

/** Returns the share that remains after `days` of a decay with a half-life of `halfLife` days. */
export function left(days: number, halfLife: number): number {
  return Math.exp(-Math.LN2 * days / halfLife);
}

/** Clamps a value to a range. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
