import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { Account } from "./account.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

Deno.test("takeSlot() gives as many slots as there are, of each kind", () => {
  const account = new Account(POLICY);
  const leave = account.takeSlot("simulations", 0);
  account.takeSlot("simulations", 0);
  const error = assertThrows(() => account.takeSlot("simulations", 0), ApiError);
  assertEquals(error.code, "CONCURRENCY_LIMIT_EXCEEDED");
  assertEquals(error.context.members, { policy: "simulations", limit: 2, remaining: 0 });
  account.takeSlot("evaluations", 0);
  leave();
  leave();
  account.takeSlot("simulations", 0);
  assertThrows(() => account.takeSlot("simulations", 0), ApiError);
});

Deno.test("takeSlot() tells to wait as long as the newest slot has been held, a second at least", () => {
  const account = new Account(POLICY);
  account.takeSlot("simulations", 0);
  const leave = account.takeSlot("simulations", 3000);
  // The last one: parts of a millisecond count as a whole one.
  const waits = [3000, 3500, 4500, 7500, 7500.25].map((nowMs) =>
    assertThrows(() => account.takeSlot("simulations", nowMs), ApiError).context.retryAfterMs
  );
  assertEquals(waits, [1000, 1000, 1500, 4500, 4501]);
  leave();
  account.takeSlot("simulations", 7500);
});

Deno.test("charge() refuses without a wait what no second can pay", () => {
  const account = new Account(POLICY);
  const error = assertThrows(() => account.charge(0, 60), ApiError);
  assertEquals(error.code, "COMPUTE_BUDGET_EXCEEDED");
  assertEquals(error.context.retryAfterMs, undefined);
  assertEquals(account.remaining(0).units, 50);
});

Deno.test("standing() says what is left and when all is there", () => {
  const account = new Account(POLICY);
  const leave = account.takeSlot("evaluations", 0);
  account.charge(100, 20);
  account.charge(400, 5);
  assertEquals(account.remaining(600), {
    units: 25,
    fullInMs: 800,
    slots: { simulations: 2, evaluations: 3 },
  });
  leave();
  assertEquals(account.remaining(1400), {
    units: 50,
    fullInMs: null,
    slots: POLICY.slots,
  });
});

Deno.test("isIdle() is so when nothing counts any more", () => {
  const account = new Account(POLICY);
  assert(account.isUnused(0));
  account.charge(0, 1);
  const leave = account.takeSlot("simulations", 0);
  assertEquals([999, 1000].map((nowMs) => account.isUnused(nowMs)), [false, false]);
  leave();
  assertEquals([999, 1000].map((nowMs) => account.isUnused(nowMs)), [false, true]);
});
