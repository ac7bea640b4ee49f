import * as glue from "../../pkg/arena_engine.js";
import type { Engine } from "./engine.ts";
import { WasmEngine } from "./wasm_engine.ts";

const GLUE = new URL("../../pkg/arena_engine.js", import.meta.url);
const WASM = new URL("../../pkg/arena_engine_bg.wasm", import.meta.url);

/** Reads and compiles the engine; a compiled module can be posted to workers. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await Deno.readFile(WASM));
}

/** Returns the engine of this thread; call it once per thread. */
export function loadEngine(module: WebAssembly.Module): Engine {
  return new WasmEngine(glue, module);
}

/**
 * Returns a new engine after the last one trapped. A copy of the bindings has one instance for good,
 * so a new instance needs a new copy.
 *
 * @param generation number of engines that this thread has had
 */
export async function reloadEngine(
  module: WebAssembly.Module,
  generation: number,
): Promise<Engine> {
  const fresh: typeof glue = await import(`${GLUE}?generation=${generation}`);
  return new WasmEngine(fresh, module);
}
