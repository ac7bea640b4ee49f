import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { Account } from "./account.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

Deno.test("takeSlot() sets Retry-After to the age of the newest slot, at least a second", () => {
  const account = new Account(POLICY);
  account.takeSlot("simulations", 0);
  const leave = account.takeSlot("simulations", 3000);
  // A fraction of a millisecond counts as a whole one.
  const waits = [3000, 3500, 4500, 7500, 7500.25].map((nowMs) =>
    assertThrows(() => account.takeSlot("simulations", nowMs), ApiError).context.retryAfterMs
  );
  assertEquals(waits, [1000, 1000, 1500, 4500, 4501]);
  leave();
  account.takeSlot("simulations", 7500);
});

Deno.test("standing() returns the unused part and the time until all of it is back", () => {
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

Deno.test("isIdle() is true when no charge and no slot counts any more", () => {
  const account = new Account(POLICY);
  assert(account.isUnused(0));
  account.charge(0, 1);
  const leave = account.takeSlot("simulations", 0);
  assertEquals([999, 1000].map((nowMs) => account.isUnused(nowMs)), [false, false]);
  leave();
  assertEquals([999, 1000].map((nowMs) => account.isUnused(nowMs)), [false, true]);
});
