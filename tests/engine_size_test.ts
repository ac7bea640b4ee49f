import { assert } from "@std/assert";
// deno-lint-ignore no-external-import -- Deno has no compressor of its own with a quality
import { brotliCompressSync, constants } from "node:zlib";

/**
 * What the engine may take over the wire, as the page's server sends it; its aim is 120 kB. The
 * plans of a search are 13 kB of it, what imported markets ask for 4, what the strategies look at 4, the statistics of a search 1,
 * the nearest name of a wrong one and the range of a wrong axis 1. The language
 * of rules and what came with it brought 31 kB, where 16 kB were meant: three quarters of the new code
 * are `strategy/expression`, whose compiler is 15 of its 61 kB before compression, the run of a program
 * 12 and the parser 7.
 * The strategy that `.github/CONTRIBUTING.md` adds took 35 bytes of it, one with an indicator of its
 * own takes more: where the room ends someone has to look where the bytes went.
 */
const BROTLI_BYTES_MAX = 172_500;

Deno.test("the engine is no larger than its budget", async () => {
  const wasm = await Deno.readFile(new URL("../pkg/arena_engine_bg.wasm", import.meta.url));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const { length } = brotliCompressSync(wasm, { params });
  assert(length <= BROTLI_BYTES_MAX, `${length} bytes, may have ${BROTLI_BYTES_MAX}`);
});
