import { assertEquals } from "@std/assert";
import {
  bestOnPaths,
  PATH_CANDIDATES_MAX,
  type PathJudge,
  pathRungs,
  pathRunsOf,
} from "./path_halving.ts";
import type { Ranked } from "../fold/ranked.ts";
import type { PathStage } from "./stage.ts";

const AXES = [{ path: "/components/0/strategyParams/k", min: 0, max: 1_000, steps: 2 }];

/** Returns candidates whose only coordinate is their place. */
function field(count: number): Ranked {
  return {
    width: 3,
    rows: Float64Array.from({ length: 3 * count }, (_, at) => Math.floor(at / 3)),
  };
}

/** Makes a judge to which the edge is the mean of the utilities, and lists its stages. */
function judging(
  utilityOf: (row: readonly number[], path: number, marketId: number) => number | null,
  marketIds: readonly number[] = [1],
): PathJudge & { readonly stages: PathStage[] } {
  const stages: PathStage[] = [];
  return {
    stages,
    run: (stage) => {
      stages.push(stage);
      const { draw: { rows }, paths: { from, to } } = stage;
      const paths = Array.from({ length: to - from }, (_, at) => from + at);
      return Promise.resolve(
        rows.slice(0, rows.length).map((row) =>
          marketIds.map((marketId) => ({
            marketId,
            utilities: paths.map((path) => utilityOf(row, path, marketId)),
          }))
        ),
      );
    },
    edges: (_, utilities) =>
      utilities.map((own) => own.reduce((sum, one) => sum + one, 0) / own.length),
  };
}

const plan = (evaluate: number, by?: "mean" | "worst") => ({
  axes: AXES,
  evaluate,
  ...by === undefined ? {} : { markets: { ids: [1, 2], by } },
});

Deno.test("the best on all paths is found, though its score ranks it last", async () => {
  const judge = judging(([place = 0]) => place);
  const { best, rungs, seen } = await bestOnPaths(field(1_000), plan(3), null, judge);
  assertEquals(best, [999, 998, 997]);
  assertEquals(seen.length, 1_000);
  assertEquals(rungs, [
    { paths: 8, candidates: 1_000 },
    { paths: 16, candidates: 500 },
    { paths: 32, candidates: 250 },
    { paths: 64, candidates: 125 },
  ]);
  assertEquals(judge.stages.map(({ count, paths }) => [count, paths.from, paths.to]), [
    [1_000, 0, 8],
    [500, 8, 16],
    [250, 16, 32],
    [125, 32, 64],
  ]);
});

Deno.test("later paths decide among those that the first ones leave", async () => {
  // Alike on the first eight paths; then the first is better by ten times what it lost.
  const judge = judging(([place = 0], path) => path < 8 ? 0 : place === 7 ? 1 : 0);
  assertEquals((await bestOnPaths(field(40), plan(1), null, judge)).best, [7]);
});

Deno.test("equal edges keep the order of the scores, and a candidate without a utility is last", async () => {
  const judge = judging(([place = 0], path) => place === 0 && path === 40 ? null : 1);
  assertEquals((await bestOnPaths(field(5), plan(5), null, judge)).best, [1, 2, 3, 4, 0]);
});

Deno.test("the edges of several markets are joined by mean or worst", async () => {
  // The first has 0 and 3, the second 1 and 1.
  const utilities = [[0, 3], [1, 1]];
  const judge = judging(([place = 0], _, marketId) => utilities[place]?.[marketId - 1] ?? 0, [
    1,
    2,
  ]);
  assertEquals((await bestOnPaths(field(2), plan(2, "mean"), null, judge)).best, [0, 1]);
  assertEquals((await bestOnPaths(field(2), plan(2, "worst"), null, judge)).best, [1, 0]);
});

Deno.test("a field without candidates runs nothing, and a huge one is cut by the score", async () => {
  const judge = judging(() => 0);
  assertEquals((await bestOnPaths(field(0), plan(3), null, judge)).best, []);
  assertEquals(judge.stages, []);
  assertEquals(pathRungs(1e6, 20)[0]?.count, PATH_CANDIDATES_MAX);
  assertEquals(pathRunsOf(1e6, 20), pathRunsOf(PATH_CANDIDATES_MAX, 20));
  assertEquals(pathRunsOf(10, 20), 640);
});
