import { assertEquals, assertThrows } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
import { TimeShare } from "./time_share.ts";

Deno.test("work has its share of the time and what was saved of it, no more", () => {
  const clock = new ManualClock();
  const share = new TimeShare(clock, 0.25, 2);
  const work = (ms: number) => () => clock.advance(ms);
  assertEquals(share.isFree, true);
  share.run(work(1));
  assertEquals(share.isFree, true);
  // 1.25 ms are left, and 0.75 come while it runs: 2 ms are missing then.
  share.run(work(4));
  assertEquals(share.isFree, false);
  clock.advance(7);
  assertEquals(share.isFree, false);
  clock.advance(1);
  assertEquals(share.isFree, true);
  // However long nothing comes, only so much is saved.
  clock.advance(1_000);
  share.run(work(3));
  assertEquals(share.isFree, false);
});

Deno.test("work that throws has taken its time", () => {
  const clock = new ManualClock();
  const share = new TimeShare(clock, 0.25, 2);
  assertThrows(
    () =>
      share.run(() => {
        clock.advance(9);
        throw new Error("no");
      }),
    Error,
    "no",
  );
  assertEquals(share.isFree, false);
});
