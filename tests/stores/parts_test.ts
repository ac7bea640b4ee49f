import { assertEquals, assertRejects } from "@std/assert";
import { FolderParts } from "../../server/store/parts/folder_parts.ts";
import type { PartStore } from "../../server/store/parts/part_store.ts";
import { withFolder } from "../../server/testing/folder.ts";

const encoder = new TextEncoder();

/** Tests that every place of parts passes. */
async function testParts(parts: PartStore): Promise<void> {
  assertEquals(await parts.searchIds(), []);
  const large = new Uint8Array(3_000_000).map((_, at) => at % 251);
  await parts.put("a/1.parquet", large);
  await parts.put("a/2.parquet", encoder.encode("two"));
  await parts.put("a/2.parquet", encoder.encode("two"));
  await parts.put("b/3.parquet", encoder.encode("three"));
  assertEquals(await parts.get("a/1.parquet"), large);
  assertEquals(await parts.get("a/2.parquet"), encoder.encode("two"));
  assertEquals((await parts.searchIds()).toSorted(), ["a", "b"]);
  await parts.remove("a");
  await parts.remove("none");
  assertEquals(await parts.searchIds(), ["b"]);
  await assertRejects(() => parts.get("a/1.parquet"));
  assertEquals(await parts.get("b/3.parquet"), encoder.encode("three"));
}

Deno.test("parts in a folder", () =>
  withFolder(async (folder) => {
    await testParts(new FolderParts(`${folder}/points`));
    // A killed writer leaves a file of another name, which goes with its search.
    await Deno.writeTextFile(`${folder}/points/b/4.parquet.0.partial`, "half");
    await new FolderParts(`${folder}/points`).remove("b");
    assertEquals(await Array.fromAsync(Deno.readDir(`${folder}/points`)), []);
  }));
