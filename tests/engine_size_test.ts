import { assert } from "@std/assert";

/** What the engine may take, over the wire before compression; its aim is 250 kB. */
const WASM_BYTES_MAX = 302_000;

Deno.test("the engine is no larger than its budget", async () => {
  const wasm = new URL("../pkg/arena_engine_bg.wasm", import.meta.url);
  const { size } = await Deno.stat(wasm);
  assert(size <= WASM_BYTES_MAX, `${size} bytes, may have ${WASM_BYTES_MAX}`);
});
