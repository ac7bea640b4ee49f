import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { pack, unpack } from "./packed.ts";

Deno.test("unpack() returns the pieces of pack()", () => {
  fc.assert(fc.property(fc.array(fc.uint8Array()), (pieces) => {
    const owned = pieces.map((piece) => new Uint8Array(piece));
    assertEquals(unpack(pack(owned)), owned);
  }));
});

Deno.test("a single piece is not copied", () => {
  const piece = new Uint8Array([1, 2]);
  assert(pack([piece]).bytes === piece);
});
