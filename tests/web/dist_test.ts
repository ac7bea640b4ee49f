import { assert, assertEquals } from "@std/assert";
import { compressNow } from "../../server/process/compress.ts";
import { DIST, FINGERPRINT, PART_NAME, sourcesFingerprint } from "../../server/web/sources.ts";

/** Compressed bytes that a first visit loads before its curve, without the engine and the headers. */
const FIRST_LOAD_BYTES_MAX = 95_000;
/** A file that the browser loads with the page, named by a `src` or `href`. */
const AT_ONCE = /(?:src|href)="\/assets\/([\w.-]+)"/g;
/** Files of `pkg/` or made by the server, which the build does not write. */
const ELSEWHERE = ["arena_engine_bg.wasm", "sources.json"];

Deno.test("the built page is up to date; else `deno task build:web`", async () => {
  assertEquals((await Deno.readTextFile(FINGERPRINT)).trim(), await sourcesFingerprint());
});

Deno.test("the first load of a workbench is under 95 kB as servers send it", async () => {
  const page = await Deno.readTextFile(new URL("index.html", DIST));
  const named = [...page.matchAll(AT_ONCE)].map(([, name = ""]) => name);
  const files = ["index.html", ...named.filter((name) => !ELSEWHERE.includes(name))];
  const sizes = await Promise.all(files.map(async (name) => {
    return compressNow(await Deno.readFile(new URL(name, DIST)), "br", "best").length;
  }));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert(files.includes("main.js"));
  assert(total < FIRST_LOAD_BYTES_MAX, `${total} bytes`);
});

Deno.test("the page names files that exist, and runs nothing inline", async () => {
  const page = await Deno.readTextFile(new URL("index.html", DIST));
  const named = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = ""]) => name);
  const built = new Set(named.filter((name) => !ELSEWHERE.includes(name)));
  const parts = [...built].filter((name) => PART_NAME.test(name)).map((name) => name.split("-")[0]);
  const kinds = new Set(parts);
  assert(page.includes('data-engine="/assets/arena_engine_bg.wasm"'));
  assertEquals(kinds, new Set(["chunk", "later"]));
  assertEquals(built.size, 6 + parts.length);
  await Promise.all([...built].map((name) => Deno.stat(new URL(name, DIST))));
  assertEquals(page.match(/<style|style=| on\w+=|<script(?![^>]* src=)/g), null);
});
