import { assert, assertEquals } from "@std/assert";
import { Limiter } from "./limiter.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

Deno.test("account() gives a key its one account", () => {
  const limiter = new Limiter(POLICY);
  limiter.account("a", 0).charge(0, 40);
  assertEquals(limiter.account("a", 1).standing(1).units, 10);
  assertEquals(limiter.account("b", 1).standing(1).units, 50);
});

Deno.test("account() forgets idle accounts and never a busy one", () => {
  const limiter = new Limiter(POLICY);
  const leave = limiter.account("busy", 0).takeSlot("simulations", 0);
  for (let second = 0; second < 1000; second++) {
    limiter.account(`key ${second}`, second * 1000).charge(second * 1000, 1);
  }
  assert(limiter.size < 10, `${limiter.size} accounts are remembered`);
  assertEquals(limiter.account("busy", 1e6).standing(1e6).slots.simulations, 1);
  leave();
});
