import { assertEquals } from "@std/assert";
import { ManualClock } from "../../testing/clock.ts";
import { dropOld } from "./upkeep.ts";
import { turn } from "../../testing/until.ts";

const DAY_MS = 86_400_000;

Deno.test("points are removed after their days and searches after theirs, now and every hour", async () => {
  const clock = new ManualClock();
  const dropped: [string, number][] = [];
  const reports: string[] = [];
  let isAway = false;
  const drop = (name: string) => (endedBefore: number): Promise<number> => {
    if (isAway) return Promise.reject(new Error("the disk is full"));
    dropped.push([name, clock.epochMs() - endedBefore]);
    return Promise.resolve(0);
  };
  const store = { drop: drop("searches"), dropPoints: drop("points") };
  const days = { keepDays: 30, pointsDays: 3 };
  await dropOld(store, days, clock, (sentence) => void reports.push(sentence));
  isAway = true;
  clock.advance(3_600_000);
  await turn();
  isAway = false;
  clock.advance(3_600_000);
  await turn();
  const once = [["points", 3 * DAY_MS], ["searches", 30 * DAY_MS]];
  assertEquals<unknown>(dropped, [...once, ...once]);
  assertEquals(reports, ["Cannot remove old searches: the disk is full"]);
});
