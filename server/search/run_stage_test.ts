import { assertEquals, assertRejects } from "@std/assert";
import { FIGURES, SearchPlanSchema } from "../contracts/plan.ts";
import { MemoryStore } from "../testing/inline_crew.ts";
import type { Crew } from "./crew.ts";
import { Points } from "./points.ts";
import { rangesOf, runStage, type StageRunOptions, Stopped } from "./run_stage.ts";
import type { SearchTask } from "./serve_ranges.ts";
import type { Stage } from "./stage.ts";
import { summaryOf } from "./summary.ts";

const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/a", min: 0, max: 1 }],
});
const NAMES = ["/a", ...Object.keys(FIGURES), "status"];
const STAGE: Stage = {
  name: "all",
  fold: "all",
  role: "search",
  draw: { method: "sobol", count: 5_000, seed: 1 },
  count: 5_000,
  window: null,
  needsPoints: true,
  topMax: 3,
};

/** Workers whose ranges take turns to be first; candidate i has the score i % 997. */
function crewOf(asked: number[], fail = Infinity): Pick<Crew, "size" | "run"> {
  const run = async (task: SearchTask): Promise<unknown> => {
    if (task.kind !== "range") throw new Error("no such task");
    const { from, count } = task.range;
    asked.push(from);
    if (asked.length > fail) throw new Error("the engine failed");
    await new Promise((resolve) => setTimeout(resolve, from % 3));
    const numbers = NAMES.flatMap((name) =>
      Array.from(
        { length: count },
        (_, row) =>
          name === "score" ? (from + row) % 997 : name === "/a" ? (from + row) / 5_000 : 0,
      )
    );
    const points = new Points(from, NAMES, Float64Array.from(numbers));
    const summary = summaryOf(points, { plan: PLAN, topMax: task.stage.topMax });
    return { kind: "range", summary, numbers: points.numbers };
  };
  return { size: 3, run: run as Crew["run"] };
}

function options(change: Partial<StageRunOptions>): StageRunOptions {
  return {
    plan: PLAN,
    names: NAMES,
    crew: crewOf([]),
    store: new MemoryStore(),
    keepsPoints: false,
    signal: new AbortController().signal,
    onRange: () => {},
    ...change,
  };
}

Deno.test("ranges depend on the number of candidates alone, and have them all", () => {
  for (const count of [1, 256, 257, 100_000, 3_000_001]) {
    const ranges = rangesOf(count);
    assertEquals(ranges.reduce((sum, range) => sum + range.count, 0), count);
    ranges.forEach(({ from }, at) => {
      if (at > 0) assertEquals(from, (ranges[at - 1]?.from ?? 0) + (ranges[at - 1]?.count ?? 0));
    });
  }
  assertEquals(rangesOf(1e9)[1], { from: 32_768, count: 32_768 });
});

Deno.test("what is joined does not depend on which range is first", async () => {
  const { summary, points } = await runStage(STAGE, options({}));
  assertEquals(summary.count, 5_000);
  assertEquals(summary.top.map(({ number }) => number), [996, 1993, 2990]);
  assertEquals(points.map(({ from }) => from), rangesOf(5_000).map(({ from }) => from));
  const alone = await runStage(STAGE, options({ crew: { ...crewOf([]), size: 0 } }));
  assertEquals(summary, alone.summary);
});

Deno.test("a stopped stage goes on where it was, and runs no range twice", async () => {
  const store = new MemoryStore();
  const stopping = new AbortController();
  const asked: number[] = [];
  let seen = 0;
  await assertRejects(
    () =>
      runStage(
        STAGE,
        options({
          store,
          crew: crewOf(asked),
          signal: stopping.signal,
          onRange: () => ++seen === 5 && stopping.abort(),
        }),
      ),
    Stopped,
  );
  assertEquals(store.summaries.size, asked.length, "what was begun was finished and kept");
  const found: boolean[] = [];
  const { summary } = await runStage(
    STAGE,
    options({ store, crew: crewOf(asked), onRange: (_, __, isFound) => found.push(isFound) }),
  );
  assertEquals(
    asked.toSorted((one, other) => one - other),
    rangesOf(5_000).map(({ from }) => from),
  );
  assertEquals(
    found.filter((isFound) => isFound).length,
    store.summaries.size - found.filter((isFound) => !isFound).length,
  );
  assertEquals(summary, (await runStage(STAGE, options({}))).summary);
});

Deno.test("a failure ends the stage and keeps what was done", async () => {
  const store = new MemoryStore();
  const asked: number[] = [];
  await assertRejects(
    () => runStage(STAGE, options({ store, crew: crewOf(asked, 6) })),
    Error,
    "the engine failed",
  );
  const { summary } = await runStage(STAGE, options({ store }));
  assertEquals(summary.count, 5_000);
});
