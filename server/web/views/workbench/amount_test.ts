import { assertEquals } from "@std/assert";
import { plainNumber } from "./amount.ts";

Deno.test("a number is read as people write it", () => {
  const written = {
    "100000": "100000",
    "100,000": "100000",
    "1,234,567.89": "1234567.89",
    "1_500": "1500",
    "75 000": "75000",
    "1e6": "1000000",
    "1.5E3": "1500",
    "2m": "2000000",
    "2.25M": "2250000",
    " 75 k ": "75000",
    "1b": "1000000000",
    ".5": "0.5",
    "-3": "-3",
    "007": "7",
    "0.10": "0.10",
    "1.23456k": "1234.56",
  };
  assertEquals(Object.keys(written).map(plainNumber), Object.values(written));
});

Deno.test("a text that is not a number is unchanged, for the engine to refuse", () => {
  const texts = ["", " ", "lots", "1,5", "1,00,000", "2mm", ".", "1.2.3", "0x10", "-", "k", "1e-3"];
  assertEquals(texts.map(plainNumber), texts);
});
