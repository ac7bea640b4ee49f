/**
 * All tests in Chromium with one browser and one server: `deno test -A tests/browser/all.ts`. A file
 * run by itself has its own.
 *
 * @module
 */
import { runTogether } from "../../server/testing/browser.ts";

/** Tests wait for timers and frames of their pages about half of the time. */
const TOGETHER = 3;

runTogether(TOGETHER);
const names = [...Deno.readDirSync(new URL(".", import.meta.url))].map(({ name }) => name);
for (const name of names.filter((one) => one.endsWith("_test.ts")).toSorted()) {
  await import(`./${name}`);
}
