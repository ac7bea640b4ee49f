import { assert, assertStringIncludes } from "@std/assert";
// deno-lint-ignore no-external-import -- Deno has no compressor of its own with a quality
import { brotliCompressSync, constants } from "node:zlib";

/** The largest engine in bytes over the wire, as the page's server sends it, with air for features. */
const BROTLI_BYTES_MAX = 280_000;

Deno.test("the engine is no larger than its budget", async () => {
  const wasm = await Deno.readFile(new URL("../pkg/arena_engine_bg.wasm", import.meta.url));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const { length } = brotliCompressSync(wasm, { params });
  assert(length <= BROTLI_BYTES_MAX, `${length} bytes, may have ${BROTLI_BYTES_MAX}`);
});

Deno.test("a panic of the engine names its place in the sources", async () => {
  const wasm = await Deno.readFile(new URL("../pkg/arena_engine_bg.wasm", import.meta.url));
  assertStringIncludes(new TextDecoder("latin1").decode(wasm), "src/contract/datasets.rs");
});
