import { assertEquals, assertThrows } from "@std/assert";
import { CellError, readInstant, readNumber } from "./cells.ts";

const STRICT = { assumesUtc: false };
const UTC = { assumesUtc: true };
const NOON = Date.parse("2026-01-31T12:00:00Z");

Deno.test("an instant is read in every form with a zone", () => {
  const forms = [
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.000Z",
    "2026-01-31 12:00:00+00:00",
    "2026-01-31 14:00:00 +0200",
    "2026-01-31T06:30:00-05:30",
    "2026-01-31 12:00:00.000000 UTC",
    "2026-01-31 12:00Z",
    " 1769860800 ",
    "1769860800000",
    "1769860800000000",
    "1769860800000000000",
    "Sat Jan 31 2026 13:00:00 GMT+0100 (Central European Standard Time)",
    "Sat, 31 Jan 2026 12:00:00 GMT",
    "Jan 31, 2026 12:00 UTC",
    1_769_860_800,
    1_769_860_800_000_000_000,
  ];
  assertEquals(forms.map((form) => readInstant(form, STRICT)), forms.map(() => NOON));
  assertEquals(readInstant("2026-01-31 12:00:00", UTC), NOON);
  assertEquals(readInstant("2026-01-31", UTC), NOON - 43_200_000);
});

Deno.test("an instant that does not exist or lacks a known zone is refused", () => {
  const wrong = [
    "",
    "2026-02-30T00:00:00Z",
    "31.01.2026",
    "Sat Foo 31 2026 12:00:00 GMT",
    "Feb 30, 2026",
    "01/02/2026",
    "2026-01-31T25:00:00Z",
    "12",
    "17698608000",
    "17698608000000000",
    "CET",
    null,
  ];
  for (const cell of [...wrong, "2026-01-31T12:00:00 CET", true]) {
    assertThrows(() => readInstant(cell, UTC), CellError, "must be an instant like");
  }
  for (const cell of ["2026-01-31 12:00:00", "2026-01-31T12:00", "2026-01-31", "Jan 31, 2026"]) {
    assertThrows(() => readInstant(cell, STRICT), CellError, "it has no zone");
  }
});

Deno.test("a number is read exactly, an empty cell has none, and nothing is guessed", () => {
  const cells = ["1.5", " 2 ", "-0.5", "+3", ".5", "1e-3", "5.", 7, "", null, undefined];
  assertEquals(cells.map(readNumber), [1.5, 2, -0.5, 3, 0.5, 0.001, 5, 7, null, null, null]);
  for (const cell of ["1,234.5", "5%", "NaN", "Infinity", "0x10", "1 000", "1e999", "-", true]) {
    assertThrows(() => readNumber(cell), CellError, "must be a number");
  }
});
