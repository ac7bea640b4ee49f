import { assert } from "@std/assert";
// deno-lint-ignore no-external-import -- Deno has no compressor of its own with a quality
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Largest engines in bytes over the wire, as the page's server sends them: the one that a first visit
 * loads, and the whole one of searches and seasons. In the whole one plans of searches take 13 kB, and
 * in both imported markets take 4, observed lines 4, statistics 1, and nearest names with the ranges
 * of axes 1. The language of expressions brought 31 kB, twice as much as meant:
 * before compression its compiler takes 11 of 57 kB, the run of a program 12, the parser 7. Checks, the
 * nearest skip and the trees that a plan shares took 1.2 kB, which the order of functions gave back.
 * The ranks of seasons and runs over their hidden paths take 5; with the standard sort they took 9.
 * The messages of panics took 4.6 and their places in the sources 2.3, before `engine-rs/panics.ts`
 * left them out; data split at its zeros took 0.9, and a library that reads numbers 2.3. Compiling the whole
 * engine for size would give 6, nearly all of it from loops that are no longer vectorised; these are
 * the loops of the strategies, which take 7 % longer without.
 * The probability of overfitting by keys in place of ratios, twice as fast, took 0.5; exp, log and repeated
 * texts in half of their time 0.5; the events and lines of a drawn run as numbers 0.4. Medians of up to five
 * bars and residuals of a few, in half of their time, took 0.4 of the whole one and 0.2 of the page's.
 * The strategy that `.github/CONTRIBUTING.md` adds takes 35 bytes, one with its own indicator more.
 */
const BROTLI_BYTES_MAX = {
  "arena_engine_page.wasm": 151_400,
  "arena_engine_bg.wasm": 173_600,
};

for (const [name, most] of Object.entries(BROTLI_BYTES_MAX)) {
  Deno.test(`${name} is no larger than its budget`, async () => {
    const wasm = await Deno.readFile(new URL(`../pkg/${name}`, import.meta.url));
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const { length } = brotliCompressSync(wasm, { params });
    assert(length <= most, `${length} bytes, may have ${most}`);
  });
}
