import { assertEquals } from "@std/assert";
import { sha256Hex } from "../base/hash.ts";
import { publish } from "./published.ts";

Deno.test("publish() returns the JSON, with half of its SHA-256 as the tag", async () => {
  const { bytes, etag } = await publish({ a: [1] });
  assertEquals(new TextDecoder().decode(bytes), '{"a":[1]}');
  assertEquals(etag, `"${(await sha256Hex('{"a":[1]}')).slice(0, 32)}"`);
});
