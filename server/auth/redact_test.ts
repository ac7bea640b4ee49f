import { assertEquals } from "@std/assert";
import { redactKeys } from "./redact.ts";

Deno.test("redactKeys() removes every key, whole or truncated, plain or encoded", () => {
  const cases: [string, string][] = [
    ["sa_AbCdEfGhIjKl_x9-_", "sa_[key]"],
    ["sa_AbCdEfGhIjKl_", "sa_[key]"],
    ["a sa_AbCdEfGhIjKl_x, sa_AbCdEfGhIjKm_y.", "a sa_[key], sa_[key]."],
    ["sa%5fAbCdEfGhIjKl_x9", "sa_[key]"],
    ["%2573a_%2541bCdEfGhIjKl%255Fx%2d", "sa_[key]"],
    ["100% of sa_AbCdEfGhIjKl_x9", "100% of sa_[key]"],
  ];
  for (const [text, redacted] of cases) assertEquals(redactKeys(text), redacted, text);
});

Deno.test("redactKeys() leaves other text unchanged", () => {
  // Keys begin with lower-case letters; eleven characters are not an id.
  const texts = ["", "sa_", "sa_AbCdEfGhIjK_x9", "SA_AbCdEfGhIjKl_x9", "100%", "/v1/sa%20families"];
  assertEquals(texts.map(redactKeys), texts);
});
