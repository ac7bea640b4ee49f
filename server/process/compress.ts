// deno-lint-ignore no-external-import -- part of the runtime
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Bytes } from "../engine/engine.ts";
import type { Coding, Effort } from "../services/web_files.ts";

/** A dataset, which takes a second with the highest level. */
const LARGE_LENGTH_MIN = 512 * 1024;

/** Compresses on the calling thread. */
export function compressNow(bytes: Bytes, coding: Coding, effort: Effort): Bytes {
  const quick = bytes.length < LARGE_LENGTH_MIN ? 9 : 5;
  if (coding === "gzip") return new Uint8Array(gzipSync(bytes, { level: quick }));
  const level = effort === "best" ? constants.BROTLI_MAX_QUALITY : quick;
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  return new Uint8Array(brotliCompressSync(bytes, { params }));
}
