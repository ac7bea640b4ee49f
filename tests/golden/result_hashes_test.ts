import { assertEquals } from "@std/assert";
import { currentHashes, recordedHashes, type ResultHashes, unversioned } from "./result_hashes.ts";

Deno.test("a golden case has the recorded resultHash; else a new minor version, `deno run -A tests/golden/result_hashes.ts`", async () => {
  assertEquals(await currentHashes(), await recordedHashes());
});

Deno.test("a changed resultHash is rejected under the same minor version only", () => {
  const recorded: ResultHashes = { engineVersion: "0.2.0", resultHashes: { a: "1", b: "2" } };
  const resultHashes = { a: "1", b: "3", c: "4" };
  assertEquals(unversioned(recorded, { engineVersion: "0.2.1", resultHashes }), ["b"]);
  assertEquals(unversioned(recorded, { engineVersion: "0.3.0", resultHashes }), []);
  assertEquals(unversioned(recorded, { ...recorded, engineVersion: "0.2.1" }), []);
});
