import { assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { IdleSlices } from "./idle_slices.ts";

Deno.test("slices run one by one while the thread is idle, and never before an awaited message", () => {
  const clock = new ManualClock();
  const done: string[] = [];
  let isAwaited = false;
  const idle = new IdleSlices(clock, () => isAwaited);
  idle.set(["a", "b", "c"].map((name) => () => done.push(name)));
  clock.advance(49);
  assertEquals(done, []);
  clock.advance(1);
  assertEquals(done, ["a"]);
  clock.advance(49);
  idle.restart();
  clock.advance(49);
  assertEquals(done, ["a"], "something else was done in between");
  isAwaited = true;
  clock.advance(200);
  assertEquals(done, ["a"], "a job is on its way");
  isAwaited = false;
  clock.advance(100);
  assertEquals([done, clock.pendingCount], [["a", "b", "c"], 0]);
  idle.restart();
  assertEquals(clock.pendingCount, 0, "nothing is left");
});

Deno.test("replaced slices do not run", () => {
  const clock = new ManualClock();
  const done: string[] = [];
  const idle = new IdleSlices(clock, () => false);
  idle.set([() => done.push("a")]);
  idle.set([]);
  clock.advance(1_000);
  assertEquals([done, clock.pendingCount], [[], 0]);
});
