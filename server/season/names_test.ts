import { assertEquals, assertMatch } from "@std/assert";
import { nameFault } from "./names.ts";

Deno.test("a name has letters and digits of one script", () => {
  for (const name of ["Carry 7", "a", "Ärger-im_Netz 2", "v1.2", "東京カーブ", "Ставка", "42"]) {
    assertEquals(nameFault(name), null, name);
  }
  const wrong = [
    ["", /1 to 40/],
    ["x".repeat(41), /1 to 40/],
    [" a", /begin and end/],
    ["a-", /begin and end/],
    ["<b>", /letters, digits/],
    ["a\u202eb", /letters, digits/],
    ["a\u200bb", /letters, digits/],
    ["A\u0308rger", /NFC/],
    ["раypal", /one script/],
    // Coptic and Cherokee letters among Latin ones.
    ["l\u2c9fd", /one script/],
    ["\u13aald", /one script/],
    ["a\u0316\u0317\u0318", /two marks/],
    ["Hold", /reserved/],
    ["IDLE", /reserved/],
  ] as const;
  for (const [name, reason] of wrong) assertMatch(nameFault(name) ?? "", reason, name);
});
