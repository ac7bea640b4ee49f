import { assert } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { isSame } from "./undo.ts";

const RSI: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

Deno.test("a candidate equals itself with a default written out", () => {
  assert(isSame(RSI, { ...RSI, timeframe: "hourly" }));
  assert(!isSame(RSI, { ...RSI, timeframe: "daily" }));
});
