import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { sha256 } from "../base/hash.ts";
import { keyIdOf, makeKey } from "./api_key.ts";

Deno.test("makeKey() returns a key of the published form, and its hash", async () => {
  const { id, key, hash } = await makeKey();
  assertMatch(key, /^sa_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  assertEquals(keyIdOf(key), id);
  assertEquals(hash, await sha256(key));
});

Deno.test("makeKey() returns a different key every time", async () => {
  const [one, two] = await Promise.all([makeKey(), makeKey()]);
  assertNotEquals(one.key, two.key);
  assertNotEquals(one.id, two.id);
});

Deno.test("makeKey() draws every character of an id with the same probability", async () => {
  const drawn = [248, 255, 0, 61, 62, 247, 249, 1, 60, 25, 26, 51, 52, 186, 124];
  const { getRandomValues } = crypto;
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    return Object(array).length < 32 ? Object(array).fill(drawn.shift()) : array;
  };
  try {
    // Four times 62 bytes are taken in turn; 248 and more would favour the first letters.
    assertEquals((await makeKey()).id, "A9A9B8Zaz0AA");
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
});

Deno.test("keyIdOf() accepts only the published form", () => {
  const secret = "s".repeat(43);
  assertEquals(keyIdOf(`sa_AbCdEfGhIjK1_${secret}`), "AbCdEfGhIjK1");
  const others = [`sa_AbCdEfGhIjK_${secret}`, `sb_AbCdEfGhIjK1_${secret}`, `${secret}`, ""];
  others.push(`sa_AbCdEfGhIjK1_${secret}s`, ` sa_AbCdEfGhIjK1_${secret}`);
  assertEquals(others.map(keyIdOf), others.map(() => null));
});
