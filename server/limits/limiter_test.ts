import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { type KeyLimits, SERVICE_LIMITS } from "./key_limits.ts";
import { type LimitedKey, Limiter } from "./limiter.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

function keyOf(id: string, limits: Partial<KeyLimits> = {}): LimitedKey {
  return { id, limits: { ...SERVICE_LIMITS, ...limits } };
}

Deno.test("account() drops idle accounts and never a busy one", () => {
  const limiter = new Limiter(POLICY);
  const leave = limiter.account(keyOf("busy"), 0).takeSlot("simulations", 0);
  for (let second = 0; second < 1000; second++) {
    limiter.account(keyOf(`key ${second}`), second * 1000).charge(second * 1000, 1);
  }
  assert(limiter.size < 10, `${limiter.size} accounts are remembered`);
  assertEquals(limiter.account(keyOf("busy"), 1e6).remaining(1e6).slots.simulations, 1);
  leave();
});

Deno.test("account() checks four other accounts for a new key, none for a known key", () => {
  const limiter = new Limiter(POLICY);
  for (let index = 0; index < 9; index++) limiter.account(keyOf(`key ${index}`), 0).charge(0, 1);
  // [the next key, the number of accounts after it]: at 1000 all accounts are idle.
  const steps: [string, number][] = [["a", 6], ["a", 6], ["b", 3], ["c", 1]];
  const sizes = steps.map(([id]) => {
    limiter.account(keyOf(id), 1000);
    return limiter.size;
  });
  assertEquals(sizes, steps.map(([, size]) => size));
});

Deno.test("account() applies the limits of the key, and those of the service for the rest", () => {
  const limiter = new Limiter(POLICY);
  const account = limiter.account(keyOf("a", { unitsPerSecond: 80, evaluationsInFlight: 1 }), 0);
  account.charge(0, 60);
  account.takeSlot("evaluations", 0);
  assertThrows(() => account.takeSlot("evaluations", 0), ApiError, "1 evaluations of this key");
  assertEquals(account.remaining(0), {
    units: 20,
    fullInMs: 1000,
    slots: { simulations: 2, evaluations: 0 },
  });
});

Deno.test("account() applies changed limits and keeps the charges", () => {
  const limiter = new Limiter(POLICY);
  const account = limiter.account(keyOf("a"), 0);
  account.charge(0, 30);
  account.charge(100, 15);
  const leave = account.takeSlot("simulations", 0);
  account.takeSlot("simulations", 0);
  const fewer = keyOf("a", { unitsPerSecond: 20, simulationsInFlight: 1 });
  assert(limiter.account(fewer, 200) === account);
  const { units, slots } = account.remaining(200);
  assertEquals([units, slots.simulations], [0, 0]);
  const refused = assertThrows(() => account.charge(200, 5), ApiError);
  // 45 units are charged; at 1000 the first 30 leave, so 15 of 20 are still taken.
  assertEquals(refused.context.retryAfterMs, 800);
  assertEquals(refused.context.members, { policy: "compute", limit: 20, cost: 5, remaining: 0 });
  leave();
  assertThrows(() => account.takeSlot("simulations", 200), ApiError, "1 simulations of this key");
  limiter.account(keyOf("a"), 300).takeSlot("simulations", 300);
  assertEquals(account.remaining(300).units, 5);
});
