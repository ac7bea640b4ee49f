/**
 * The budget of lines written by hand, tests included. A change that needs more raises its room's
 * number, and the body of its commit says why.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";
import { sourcePaths } from "../server/testing/sources.ts";

/** Most lines of TypeScript, Rust, CSS and Python by room, in units of 100. */
const BUDGET: Readonly<Record<string, number>> = {
  datasets: 15,
  "engine-rs": 4,
  "engine-rs/arena-native": 2,
  "engine-rs/calibrate": 32,
  "engine-rs/examples": 2,
  "engine-rs/package": 15,
  "engine-rs/src": 381,
  "engine-rs/tests": 57,
  "main.ts": 2,
  pkg: 28,
  server: 1,
  "server/auth": 9,
  "server/base": 14,
  "server/cli": 48,
  "server/client": 7,
  "server/contracts": 28,
  "server/datasets": 73,
  "server/deploy": 2,
  "server/engine": 38,
  "server/http": 69,
  "server/limits": 12,
  "server/mcp": 11,
  "server/process": 40,
  "server/search/jobs": 10,
  "server/search/plan": 5,
  "server/search/points": 5,
  "server/search/report": 4,
  "server/search/stages": 15,
  "server/search/workers": 17,
  "server/season/command": 15,
  "server/season/jobs": 7,
  "server/season/rules": 12,
  "server/season/service": 17,
  "server/season/store": 14,
  "server/season/verify": 20,
  "server/services": 25,
  "server/store": 50,
  "server/testing": 51,
  "server/web": 292,
  "server/wording": 22,
  tests: 27,
  "tests/bench": 6,
  "tests/browser": 38,
  "tests/contract": 22,
  "tests/datasets": 10,
  "tests/effort": 4,
  "tests/fuzz": 5,
  "tests/golden": 3,
  "tests/parity": 2,
  "tests/processes": 39,
  "tests/property": 10,
  "tests/quick": 1,
  "tests/recipes": 14,
  "tests/recompute": 12,
  "tests/release": 7,
  "tests/search": 29,
  "tests/season": 29,
  "tests/soak": 12,
  "tests/stores": 13,
  "tests/web": 10,
};
/** Most lines of all rooms. */
const WHOLE = 171_700;

const SOURCE = /\.(?:ts|tsx|rs|css|py)$/;
/** Files that a build writes, or a program from a table that is counted. */
const BUILT =
  /^pkg\/(?!python)|^pkg\/.*\/types\.py$|^server\/contracts\/(?:calibration|default_verdicts|engine_constants|metric_table)\.ts$/;
/** Folders whose own folders are rooms; those of the search and of the season have rooms, too. */
const SPLIT = /^(?:server\/(?:search|season)|engine-rs|server|tests)\/[^/]+\//;

/** Returns the room of a file: `server/search/jobs`, `server/cli`, or the folder at the top. */
function roomOf(path: string): string {
  return SPLIT.exec(path)?.[0].slice(0, -1) ?? path.split("/", 1).join();
}

Deno.test("no room has more lines than its budget, and none is without one", async () => {
  const lines: Record<string, number> = {};
  for (const path of await sourcePaths()) {
    if (!SOURCE.test(path) || BUILT.test(path)) continue;
    const text = await Deno.readTextFile(ROOT + path);
    const room = roomOf(path);
    lines[room] = (lines[room] ?? 0) + text.split("\n").length - 1;
  }
  const whole = Object.values(lines).reduce((sum, count) => sum + count, 0);
  const over = Object.entries({ ...lines, "all rooms": whole }).flatMap(([room, count]) => {
    const most = room === "all rooms" ? WHOLE : 100 * (BUDGET[room] ?? 0);
    return count > most ? [`${room} has ${count} lines, must be at most ${most}`] : [];
  });
  assertEquals(over, []);
  assertEquals(Object.keys(BUDGET).filter((room) => lines[room] === undefined), []);
});
