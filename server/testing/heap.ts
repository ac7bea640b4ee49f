// deno-lint-ignore-file no-external-import -- parts of the runtime
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Returns the bytes of the heap that are still in use after a collection. */
export function heapBytes(): number {
  collect();
  return Deno.memoryUsage().heapUsed;
}
