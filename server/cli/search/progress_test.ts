import { assertEquals, assertMatch } from "@std/assert";
import type { Stage } from "../../search/stages/stage.ts";
import { Progress } from "./progress.ts";

const STAGE: Stage = {
  name: "all",
  fold: "all",
  role: "search",
  draw: { method: "grid" },
  count: 8_000,
  window: null,
  topMax: 3,
  passes: 0,
};
const RANGE = { count: 1_000, merit: null, best: null };

function progressAt(time: { ms: number }): Progress {
  return new Progress({ isTerminal: false, write: () => {} }, {
    candidates: 8_000,
    units: 100_000,
    found: { done: 0, unitsDone: 0 },
    parallel: 3,
    aim: "score",
  }, () => time.ms);
}

Deno.test("the time left begins with the first range, not with the start of the workers", () => {
  const time = { ms: 0 };
  const progress = progressAt(time);
  time.ms = 60_000;
  progress.begin();
  time.ms = 61_000;
  progress.add(STAGE, RANGE, 10_000);
  assertEquals(progress.line(STAGE).trim(), "10.0 %  all  1,000 of 8,000  1,000/s");
  progress.add(STAGE, RANGE, 10_000);
  progress.add(STAGE, RANGE, 10_000);
  assertMatch(progress.line(STAGE), /30.0 % {2}all {2}3,000 of 8,000 {2}3,000\/s {2}3 s left$/);
});

Deno.test("evaluations are part of the progress, and no candidates", () => {
  const time = { ms: 0 };
  const progress = progressAt(time);
  progress.begin();
  time.ms = 4_000;
  for (let range = 0; range < 8; range++) progress.add(STAGE, RANGE, 10_000);
  assertMatch(progress.line(STAGE), /80.0 % {2}all {2}8,000 of 8,000 {2}2,000\/s {2}1 s left$/);
});
