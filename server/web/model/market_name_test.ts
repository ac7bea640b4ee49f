import { assertEquals } from "@std/assert";
import { markedName } from "./market_name.ts";

Deno.test("markets of one name are told apart by their origin", () => {
  const names = [1, 1000, 4_000_000_001].map((id) => markedName({ id, name: "sUSDe" }));
  assertEquals(names, ["sUSDe", "sUSDe, real", "sUSDe (mine)"]);
});
