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
  datasets: 14,
  "engine-rs": 4,
  "engine-rs/arena-native": 2,
  "engine-rs/calibrate": 32,
  "engine-rs/examples": 2,
  "engine-rs/package": 14,
  "engine-rs/src": 384,
  "engine-rs/tests": 64,
  "main.ts": 2,
  pkg: 34,
  server: 2,
  "server/auth": 10,
  "server/base": 14,
  "server/cli": 59,
  "server/client": 7,
  "server/contracts": 32,
  "server/datasets": 69,
  "server/deploy": 2,
  "server/engine": 41,
  "server/http": 67,
  "server/limits": 13,
  "server/mcp": 10,
  "server/process": 40,
  "server/search": 53,
  "server/season": 81,
  "server/services": 37,
  "server/store": 63,
  "server/testing": 53,
  "server/web": 274,
  "server/wording": 21,
  tests: 53,
  "tests/bench": 10,
  "tests/browser": 37,
  "tests/contract": 21,
  "tests/datasets": 10,
  "tests/fuzz": 5,
  "tests/golden": 4,
  "tests/parity": 2,
  "tests/property": 13,
  "tests/recipes": 14,
  "tests/recompute": 10,
  "tests/release": 8,
  "tests/search": 38,
  "tests/season": 35,
  "tests/soak": 12,
  "tests/stores": 14,
  "tests/web": 8,
};
/** Most lines of all rooms. */
const WHOLE = 175_200;

const SOURCE = /\.(?:ts|tsx|rs|css|py)$/;
/** Files that a build writes. */
const BUILT = /^pkg\/(?!python)/;
/** Folders whose own folders are rooms. */
const SPLIT = /^(?:engine-rs|server|tests)\/[^/]+\//;

/** Returns the room of a file: `server/search`, or the folder at the top. */
function roomOf(path: string): string {
  return path.split("/").slice(0, SPLIT.test(path) ? 2 : 1).join("/");
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
