import { assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { TimeShare } from "./time_share.ts";

const FREE = true;
const TAKEN = false;

Deno.test("work gets its share of the time and the saved burst, not more", () => {
  const clock = new ManualClock();
  const share = new TimeShare(clock, 0.25, 2);
  const work = (ms: number): void => {
    assertEquals(share.isFree, FREE);
    clock.advance(ms);
    share.spend(ms);
  };
  work(1);
  // 1.25 ms are left, and 0.75 come while it runs: 1 ms is missing then.
  work(3);
  assertEquals(share.isFree, TAKEN);
  clock.advance(3);
  assertEquals(share.isFree, TAKEN);
  clock.advance(2);
  assertEquals(share.isFree, FREE);
  // Idle time saves at most one burst.
  clock.advance(1_000);
  work(3);
  assertEquals(share.isFree, TAKEN);
});

Deno.test("work that waited for a core leaves a bounded debt", () => {
  const clock = new ManualClock();
  const share = new TimeShare(clock, 0.5, 2);
  assertEquals(share.isFree, FREE);
  share.spend(1_000);
  clock.advance(4);
  assertEquals(share.isFree, TAKEN);
  clock.advance(1);
  assertEquals(share.isFree, FREE);
});
