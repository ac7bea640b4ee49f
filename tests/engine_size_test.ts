import { assert } from "@std/assert";

/**
 * What the engine may take, over the wire before compression; its aim is 250 kB. A strategy takes
 * about 1.1 kB (that of the recipe in `.github/CONTRIBUTING.md` 1,120 bytes), so that there is room for
 * four more before someone has to look where the bytes went.
 */
const WASM_BYTES_MAX = 348_000;

Deno.test("the engine is no larger than its budget", async () => {
  const wasm = new URL("../pkg/arena_engine_bg.wasm", import.meta.url);
  const { size } = await Deno.stat(wasm);
  assert(size <= WASM_BYTES_MAX, `${size} bytes, may have ${WASM_BYTES_MAX}`);
});
