import { assertEquals, assertMatch } from "@std/assert";
import { nameFault } from "./names.ts";

Deno.test("a name has letters and digits of one script", () => {
  const right = ["Carry 7", "a", "Ärger-im_Netz 2", "v1.2", "東京カーブ", "Ставка", "42", "Arenas"];
  // SARA AM is a letter of its own, although Unicode knows two letters for it.
  for (const name of [...right, "\u0e19\u0e49\u0e33"]) {
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
    ["ho1d", /reserved/],
    ["HoId", /reserved/],
    ["A.d m_i-n", /reserved/],
    ["hòld", /reserved/],
    ["ɦold", /reserved/],
    ["ᴀdmin", /reserved/],
    ["ǀdle", /reserved/],
    ["hołd", /reserved/],
    // A word among others.
    ["Arena Official", /reserved/],
    ["admin 1", /reserved/],
    ["The_Moderator", /reserved/],
    ["s.u.p.p.o.r.t", /reserved/],
    // Digits of other scripts.
    ["h०ld", /0 to 9/],
    ["h๐ld", /0 to 9/],
    ["curve ٣", /0 to 9/],
    // Cyrillic letters alone.
    ["һоӏԁ", /reserved/],
    ["агепа", /reserved/],
    // The form in which a board shows an entry without a name.
    ["Entry 12", /reserved/],
    ["entry-3", /reserved/],
    // Mathematical, wide, circled and raised letters, and a ligature.
    ["𝐡𝐨𝐥𝐝", /wide letters/],
    ["ｈｏｌｄ", /wide letters/],
    ["①", /wide letters/],
    ["x²", /wide letters/],
    ["ﬁt", /wide letters/],
    // Hangul fillers show nothing.
    ["\u3164", /invisible/],
    ["\u115f\u1160", /invisible/],
  ] as const;
  for (const [name, reason] of wrong) assertMatch(nameFault(name) ?? "", reason, name);
});
