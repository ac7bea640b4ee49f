import { assertEquals } from "@std/assert";
import { CONSTANTS, constantsModule } from "../engine-rs/constants.ts";
import { FINGERPRINT, sourcesFingerprint } from "../engine-rs/sources.ts";

Deno.test("pkg/ is built from the sources of engine-rs; else `deno task build:engine`", async () => {
  assertEquals((await Deno.readTextFile(FINGERPRINT)).trim(), await sourcesFingerprint());
});

Deno.test("the constants of the contracts are the engine's; else `deno task build:engine`", async () => {
  assertEquals(await Deno.readTextFile(CONSTANTS), await constantsModule());
});
