import { assert, assertEquals } from "@std/assert";
import { compressNow } from "../../server/process/compress.ts";
import { DIST, FINGERPRINT, PART_NAME, sourcesFingerprint } from "../../server/web/sources.ts";

/** Compressed bytes that a first visit loads, without the engine and one dataset. */
const FIRST_LOAD_BYTES_MAX = 110_000;
/** Files that are loaded after the first curve. */
const LATER = /^(later-\w+|reader|report|search|service_worker|verify)\.js$|\.sha256$/;
/** Of `pkg/`, and what the server makes. */
const ELSEWHERE = ["arena_engine_bg.wasm", "sources.json"];

Deno.test("the built page is up to date; else `deno task build:web`", async () => {
  assertEquals((await Deno.readTextFile(FINGERPRINT)).trim(), await sourcesFingerprint());
});

Deno.test("the first load is under 110 kB with gzip", async () => {
  const files = (await Array.fromAsync(Deno.readDir(DIST))).map(({ name }) => name);
  const sizes = await Promise.all(
    files.filter((name) => !LATER.test(name)).map(async (name) =>
      compressNow(await Deno.readFile(new URL(name, DIST)), "gzip", "quick").length
    ),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert(sizes.length >= 5);
  assert(total < FIRST_LOAD_BYTES_MAX, `${total} bytes`);
});

Deno.test("the page names files that exist, and runs nothing inline", async () => {
  const page = await Deno.readTextFile(new URL("index.html", DIST));
  const named = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = ""]) => name);
  const built = new Set(named.filter((name) => !ELSEWHERE.includes(name)));
  const parts = [...built].filter((name) => PART_NAME.test(name)).map((name) => name.split("-")[0]);
  assertEquals(parts.toSorted(), ["chunk", "chunk", "later", "show"]);
  assertEquals(built.size, 8 + parts.length);
  await Promise.all([...built].map((name) => Deno.stat(new URL(name, DIST))));
  assertEquals(page.match(/<style|style=| on\w+=|<script(?![^>]* src=)/g), null);
});
