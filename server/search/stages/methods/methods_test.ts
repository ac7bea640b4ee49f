import { assert, assertEquals } from "@std/assert";
import { FIGURES } from "../../../contracts/plan.ts";
import { coordinateAt } from "../../plan/axis_scale.ts";
import { Points } from "../../points/points.ts";
import { seededRandom } from "../../plan/random.ts";
import type { Stage, StageOutcome } from "../stage.ts";
import { NO_BYTES, readSummary } from "../../fold/summary.ts";
import { halvingRungs } from "./halving.ts";
import { nextRound, roundsOf } from "./adaptive.ts";

const AXES = [
  { path: "/a", min: 0, max: 1 },
  { path: "/b", min: 1, max: 1000, scale: "log" as const },
  { path: "/c", values: ["x", "y", "z", "w"] },
];
const NAMES = [...AXES.map(({ path }) => path), ...Object.keys(FIGURES), "status"];

/** Best at a = 0.7, b = 30 and z. */
function scoreOf([a = 0, b = 1, c = 0]: readonly number[]): number {
  return -((a - 0.7) ** 2) - (Math.log10(b / 30) / 3) ** 2 - (c === 2 ? 0 : 0.2);
}

function outcomeOf(rows: readonly (readonly number[])[]): StageOutcome {
  const columns = NAMES.map((name, at) =>
    rows.map((row) => name === "score" ? scoreOf(row) : row[at] ?? 0)
  );
  const points = new Points(0, NAMES, Float64Array.from(columns.flat()));
  const top = rows.map((coordinates, number) => (
    { number, merit: scoreOf(coordinates), coordinates, figures: points.figures(number) }
  )).toSorted((one, other) => other.merit - one.merit).slice(0, 20);
  const merits = {
    ...readSummary(NO_BYTES).merits,
    count: rows.length,
    max: top[0]?.merit ?? null,
  };
  return {
    stage: { count: rows.length } as Stage,
    packed: NO_BYTES,
    summary: { ...readSummary(NO_BYTES), merits, top },
    points: [points],
  };
}

function evenly(count: number, seed: number): readonly (readonly number[])[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => AXES.map((axis) => coordinateAt(axis, random())));
}

function bestOf(outcomes: readonly StageOutcome[]): number {
  return Math.max(...outcomes.map(({ summary }) => summary.merits.max ?? -Infinity));
}

Deno.test("each rung has a quarter of the candidates and four times the bars, up to all bars", () => {
  assertEquals(halvingRungs(1024, { from: 30, to: 1310 }, 1), [
    { count: 1024, window: { from: 1290, to: 1310 } },
    { count: 256, window: { from: 1230, to: 1310 } },
    { count: 64, window: { from: 990, to: 1310 } },
    { count: 16, window: { from: 30, to: 1310 } },
  ]);
  assertEquals(halvingRungs(20, { from: 0, to: 1000 }, 1).length, 1, "too few candidates");
  assertEquals(halvingRungs(1e6, { from: 0, to: 80 }, 1).length, 2, "too few days");
});

Deno.test("rounds have all candidates in total, the first a fifth", () => {
  for (const count of [1, 16, 17, 100, 1000, 65_536]) {
    const rounds = roundsOf(count);
    assertEquals(rounds.reduce((sum, one) => sum + one, 0), count);
    assert(rounds.every((one) => one > 0) && rounds.length <= 13, String(rounds));
  }
  assertEquals(roundsOf(1000)[0], 200);
});

Deno.test("adaptive rounds get closer to the best than as many even draws, and are reproducible", () => {
  let wins = 0;
  for (let seed = 0; seed < 10; seed++) {
    const outcomes: StageOutcome[] = [];
    for (const [round, count] of roundsOf(400).entries()) {
      const options = { axes: AXES, count, seed, round };
      const rows = round === 0 ? evenly(count, seed) : nextRound(outcomes, options);
      if (round > 0) assertEquals(nextRound(outcomes, options), rows);
      assertEquals(rows.length, count);
      outcomes.push(outcomeOf(rows));
    }
    if (bestOf(outcomes) > bestOf([outcomeOf(evenly(400, seed + 100))])) wins++;
  }
  assert(wins >= 9, `${wins} of 10`);
});

Deno.test("a round after one in which no candidate ran is drawn evenly", () => {
  const none = outcomeOf([]);
  const rows = nextRound([none], { axes: AXES, count: 50, seed: 1, round: 1 });
  assertEquals(rows.length, 50);
  assert(rows.every(([a = -1, b = 0, c = -1]) => a >= 0 && a <= 1 && b >= 1 && c <= 3));
});
