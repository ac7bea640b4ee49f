import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../server/base/errors.ts";
import { Account, type SlotKind } from "../../server/limits/account.ts";

const POLICY = {
  budget: { units: 50, windowMs: 1000 },
  slots: { simulations: 2, evaluations: 4 },
};

type Step =
  | { readonly kind: "charge"; readonly units: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "take"; readonly slot: SlotKind }
  | { readonly kind: "leave"; readonly index: number };

const slot = fc.constantFrom<SlotKind>("simulations", "evaluations");

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("charge" as const), units: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant("charge" as const), units: fc.constantFrom(1, 10, 20) }),
  fc.record({
    kind: fc.constant("wait" as const),
    ms: fc.double({ min: 0, max: 400, noNaN: true }),
  }),
  fc.record({ kind: fc.constant("take" as const), slot }),
  fc.record({ kind: fc.constant("leave" as const), index: fc.nat(9) }),
);

const steps = fc.array(step, { maxLength: 300, size: "max" });

/** Plays the steps on one account beside a naive model of the admitted requests. */
class Play {
  readonly account = new Account(POLICY);
  readonly charges: { atMs: number; units: number }[] = [];
  readonly held: { slot: SlotKind; leave: () => void }[] = [];
  nowMs = 0;

  run(next: Step): void {
    const before = this.account.remaining(this.nowMs);
    const refusal = this.#try(next);
    if (refusal) assertEquals(this.account.remaining(this.nowMs), before, "a refusal is free");
  }

  #try(next: Step): ApiError | null {
    try {
      this.#apply(next);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  #apply(next: Step): void {
    if (next.kind === "wait") this.nowMs += next.ms;
    if (next.kind === "charge") {
      this.account.charge(this.nowMs, next.units);
      this.charges.push({ atMs: this.nowMs, units: next.units });
    }
    if (next.kind === "take") {
      this.held.push({ slot: next.slot, leave: this.account.takeSlot(next.slot, this.nowMs) });
    }
    if (next.kind === "leave") {
      for (const { leave } of this.held.splice(next.index % (this.held.length + 1), 1)) {
        leave();
        // A second release has no effect.
        leave();
      }
    }
  }
}

function play(all: readonly Step[]): Play {
  const played = new Play();
  for (const next of all) played.run(next);
  return played;
}

Deno.test("no window of one second admits more than 50 units, wherever it begins", () => {
  fc.assert(fc.property(steps, (all) => {
    const { charges } = play(all);
    for (const { atMs: startMs } of charges) {
      const within = charges.filter(({ atMs }) => atMs >= startMs && atMs < startMs + 1000);
      assert(within.reduce((sum, { units }) => sum + units, 0) <= 50);
    }
  }));
});

Deno.test("never more than 2 simulations and 4 evaluations hold a slot", () => {
  fc.assert(fc.property(steps, (all) => {
    const played = new Play();
    for (const next of all) {
      played.run(next);
      const count = (kind: SlotKind): number => {
        return played.held.filter((held) => held.slot === kind).length;
      };
      const { slots } = played.account.remaining(played.nowMs);
      assertEquals(slots, {
        simulations: 2 - count("simulations"),
        evaluations: 4 - count("evaluations"),
      });
      assert(slots.simulations >= 0 && slots.evaluations >= 0);
    }
  }));
});

Deno.test("a caller is admitted after the wait of a refusal, and not before", () => {
  fc.assert(fc.property(steps, fc.integer({ min: 1, max: 50 }), (all, units) => {
    const { account, nowMs } = play(all);
    try {
      account.charge(nowMs, units);
    } catch (error) {
      assert(error instanceof ApiError && error.context.retryAfterMs !== undefined);
      // Waits are whole milliseconds: one less is too soon.
      const early = nowMs + error.context.retryAfterMs - 1;
      if (early > nowMs) assert(account.remaining(early).units < units);
      account.charge(nowMs + error.context.retryAfterMs, units);
    }
  }));
});

Deno.test("after all releases and one second, the whole budget is available again", () => {
  fc.assert(fc.property(steps, (all) => {
    const { account, held, nowMs } = play(all);
    for (const { leave } of held) leave();
    const { fullInMs } = account.remaining(nowMs);
    assert(account.isUnused(nowMs + (fullInMs ?? 0)));
    assert(account.isUnused(nowMs + 1000));
  }));
});
