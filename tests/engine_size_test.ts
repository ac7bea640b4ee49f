import { assert } from "@std/assert";

/**
 * What the engine may take, over the wire before compression; its aim is 250 kB. Reading hostile
 * bodies in bounded memory, counting what is wrong with them and being their only judge took 5 kB
 * (2 kB with gzip); the lines and bounds that the page had of its own 1.6 kB (0.3 kB with gzip).
 */
const WASM_BYTES_MAX = 308_000;

Deno.test("the engine is no larger than its budget", async () => {
  const wasm = new URL("../pkg/arena_engine_bg.wasm", import.meta.url);
  const { size } = await Deno.stat(wasm);
  assert(size <= WASM_BYTES_MAX, `${size} bytes, may have ${WASM_BYTES_MAX}`);
});
