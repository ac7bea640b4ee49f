import { assert, assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { systemClock, withDeadline } from "./clock.ts";

Deno.test("withDeadline() gives what comes in time and cancels the wait", async () => {
  const clock = new ManualClock();
  const late = (): Error => new Error("late");
  assertEquals(await withDeadline(clock, 10, Promise.resolve(1), late), 1);
  const failed = withDeadline(clock, 10, Promise.reject(new Error("bad")), late);
  await assertRejects(() => failed, Error, "bad");
  assertEquals(clock.pendingCount, 0);
});

Deno.test("withDeadline() gives up at the deadline and ignores what comes after", async () => {
  const clock = new ManualClock();
  const work = Promise.withResolvers<number>();
  const outcome = withDeadline(clock, 10, work.promise, () => new Error("late"));
  clock.advance(9);
  clock.advance(1);
  await assertRejects(() => outcome, Error, "late");
  work.reject(new Error("nobody hears this"));
  await Promise.allSettled([work.promise]);
});

Deno.test("the system clock calls back in order, and not what was cancelled", async () => {
  const called: string[] = [];
  const startMs = systemClock.nowMs();
  await new Promise<void>((resolve) => {
    systemClock.after(5, () => called.push("first"));
    systemClock.after(5, () => called.push("cancelled"))();
    systemClock.after(5, () => called.push("second"));
    systemClock.after(8, resolve);
  });
  assertEquals(called, ["first", "second"]);
  assert(systemClock.nowMs() - startMs >= 8);
});

Deno.test({
  name: "a deadline of minutes that was cancelled leaves no timer, which would keep the process",
  // Fails when a timer is left.
  sanitizeOps: true,
  fn: () => {
    const cancels = [1, 2, 3].map(() => systemClock.after(120_000, () => {}));
    for (const cancel of cancels) cancel();
    // The next deadline has a timer again.
    systemClock.after(120_000, () => {})();
  },
});
