import { assert, assertEquals } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { fakeStorages } from "../../testing/fake_storages.ts";
import { isPinned, pin, pinAll, pins, PINS_MAX, unpin } from "./pins.ts";
import { startStored } from "./stored.ts";

const candidateOf = (marketId: number): Candidate => {
  return { marketId, components: [{ strategyId: "yield-rsi" }] };
};

Deno.test("pins are read from the browser; an entry that is not a candidate is left out", () => {
  const written = JSON.stringify([candidateOf(1), { marketId: 2 }, "text"]);
  startStored(fakeStorages({ browser: { "arena-pins": written } }));
  assertEquals(pins.value, [candidateOf(1)]);
});

Deno.test("a candidate is pinned once, in whatever spelling", () => {
  startStored(fakeStorages({}));
  pin(candidateOf(1));
  pin({ ...candidateOf(1), timeframe: "hourly" });
  assertEquals(pins.value.length, 1);
  assert(isPinned({ ...candidateOf(1), timeframe: "hourly" }));
  unpin({ ...candidateOf(1), timeframe: "hourly" });
  assertEquals(pins.value, []);
});

Deno.test("candidates beyond the last place are counted and not pinned", () => {
  startStored(fakeStorages({}));
  const candidates = Array.from({ length: PINS_MAX + 2 }, (_, at) => candidateOf(at + 1));
  assertEquals(pinAll(candidates), 2);
  assertEquals(pins.value, candidates.slice(0, PINS_MAX));
});
