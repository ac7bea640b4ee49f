import { assertEquals } from "@std/assert";
import { FINGERPRINT, sourcesFingerprint } from "../engine-rs/sources.ts";

Deno.test("pkg/ is built from the sources of engine-rs; else `deno task build:engine`", async () => {
  assertEquals((await Deno.readTextFile(FINGERPRINT)).trim(), await sourcesFingerprint());
});
