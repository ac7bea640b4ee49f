import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import { ManualClock } from "../../testing/clock.ts";
import { withinDeadline } from "./range_deadline.ts";
import { Stopped } from "../stages/ranges.ts";

const MINUTE_MS = 60_000;

/** Starts a range that ends only when its signal aborts. */
function stuck(clock: ManualClock, units: number): { signal: AbortSignal; end: Promise<unknown> } {
  const given: AbortSignal[] = [];
  const range = { stage: "all", count: 7, units };
  const end = withinDeadline(clock, range, undefined, (signal) => {
    given.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Stopped("stopped")));
    });
  });
  const [signal] = given;
  assert(signal !== undefined);
  return { signal, end };
}

Deno.test("the price of a range decides its deadline: a minute, and one more for 300,000 units", async () => {
  for (const [units, minutes] of [[0, 1], [1, 2], [300_000, 2], [300_001, 3], [4_100_000, 15]]) {
    const clock = new ManualClock();
    const { signal, end } = stuck(clock, units ?? NaN);
    const ended = assertRejects(() => end, StartError, `within ${minutes} minutes`);
    clock.advance((minutes ?? NaN) * MINUTE_MS - 1);
    assert(!signal.aborted, String(units));
    clock.advance(1);
    await ended;
    assertEquals(clock.pendingCount, 0);
  }
});
