import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../errors/api_error.ts";
import { Account } from "./account.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

Deno.test("takeSlot() gives as many slots as there are, of each kind", () => {
  const account = new Account(POLICY);
  const leave = account.takeSlot("simulations");
  account.takeSlot("simulations");
  const error = assertThrows(() => account.takeSlot("simulations"), ApiError);
  assertEquals(error.code, "CONCURRENCY_LIMIT_EXCEEDED");
  assertEquals(error.context.members, { policy: "simulations", limit: 2, remaining: 0 });
  account.takeSlot("evaluations");
  leave();
  leave();
  account.takeSlot("simulations");
  assertThrows(() => account.takeSlot("simulations"), ApiError);
});

Deno.test("charge() refuses without a wait what no second can pay", () => {
  const account = new Account(POLICY);
  const error = assertThrows(() => account.charge(0, 60), ApiError);
  assertEquals(error.code, "COMPUTE_BUDGET_EXCEEDED");
  assertEquals(error.context.retryAfterMs, undefined);
  assertEquals(account.standing(0).units, 50);
});

Deno.test("standing() says what is left and when there is more", () => {
  const account = new Account(POLICY);
  const leave = account.takeSlot("evaluations");
  account.charge(100, 20);
  account.charge(400, 5);
  assertEquals(account.standing(600), {
    units: 25,
    moreUnitsInMs: 500,
    slots: { simulations: 2, evaluations: 3 },
  });
  leave();
  assertEquals(account.standing(1400), {
    units: 50,
    moreUnitsInMs: null,
    slots: POLICY.slots,
  });
});

Deno.test("isIdle() is so when nothing counts any more", () => {
  const account = new Account(POLICY);
  assert(account.isIdle(0));
  account.charge(0, 1);
  const leave = account.takeSlot("simulations");
  assertEquals([999, 1000].map((nowMs) => account.isIdle(nowMs)), [false, false]);
  leave();
  assertEquals([999, 1000].map((nowMs) => account.isIdle(nowMs)), [false, true]);
});
