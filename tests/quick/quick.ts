/**
 * The quick tests in four parts, which `deno task test` runs beside each other: what many files import,
 * such as the engine and the server, is loaded once for each part and not for each file.
 *
 * @module
 */
import { sourcePaths } from "../../server/testing/sources.ts";

const PARTS = 4;
/** All tests but those of programs: a process of its own, a browser, the native engine, or a package. */
const QUICK = /^(?:server|tests)\/(?!(?:browser|parity|processes|recipes|release)\/).*_test\.tsx?$/;

/** Returns the files of all quick tests. */
export async function quickTests(): Promise<readonly string[]> {
  return (await sourcePaths()).filter((path) => QUICK.test(path));
}

/** Defines the tests of a part, counted from 0. */
export async function definePart(part: number): Promise<void> {
  for (const [at, path] of (await quickTests()).entries()) {
    if (at % PARTS === part) await import(new URL(`../../${path}`, import.meta.url).href);
  }
}
