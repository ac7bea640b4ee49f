import { assertEquals } from "@std/assert";
import { markedName } from "./market_name.ts";

Deno.test("a local market is told from a served one of the same name", () => {
  const names = [1, 1000, 4_000_000_001].map((id) => markedName({ id, name: "sUSDe" }));
  assertEquals(names, ["sUSDe", "sUSDe", "sUSDe (mine)"]);
});
