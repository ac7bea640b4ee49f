import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../contracts/plan.ts";
import { officialDatasets, officialEngine } from "../testing/official.ts";
import { prepare } from "./prepared.ts";
import { paceOf, rateOf, secondsOf } from "./rate.ts";

const PACE = { candidatesPerSecond: 1_000, secondsPerEvaluation: 0.008 };
const ALONE = { workers: 2, isShared: false };

Deno.test("the duration of a search has its evaluations, its stages and its workers", () => {
  const none = { total: 0, evaluations: 0, stages: 3 };
  const fixed = secondsOf(none, PACE, ALONE);
  const work = (change: Partial<typeof none>, workers = 2): number =>
    secondsOf({ ...none, ...change }, PACE, { ...ALONE, workers }) - fixed;
  // A worker reaches four fifths of the measured rate.
  assertEquals(work({ total: 160_000 }).toFixed(6), "100.000000");
  assertEquals(work({ evaluations: 1_000 }).toFixed(6), "5.000000");
  assertEquals(work({ total: 160_000 }, 20).toFixed(6), "10.000000");
  // Workers of a shared store poll for each step.
  assert(secondsOf(none, PACE, { ...ALONE, isShared: true }) > fixed + 1);
});

Deno.test("a pace is measured without running an evaluation", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  engine.evaluate = (): never => {
    throw new Error("an evaluation ran");
  };
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 8 }],
  });
  const pace = await paceOf(engine, prepare(plan, 20, engine, datasets), 1);
  assert(pace.candidatesPerSecond > 0 && pace.secondsPerEvaluation > 0);
});

Deno.test("a call that another program interrupts does not decide the rate", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14, steps: 13 }],
  });
  let [nowMs, calls] = [0, 0];
  engine.planColumns = (request): Float64Array<ArrayBuffer> => {
    const { count } = JSON.parse(new TextDecoder().decode(request));
    nowMs += ++calls === 6 ? 500 : count / 100;
    return new Float64Array();
  };
  const rate = await rateOf(engine, prepare(plan, 20, engine, datasets), 20, () => nowMs);
  assertEquals(Math.round(rate), 100_000);
});

Deno.test("a plan of few quick candidates is measured with few pauses", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14, steps: 13 }],
  });
  const prepared = prepare(plan, 20, engine, datasets);
  const setTimeoutBefore = globalThis.setTimeout;
  let pauses = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeoutBefore>) => {
    pauses += 1;
    return setTimeoutBefore(...args);
  }) as typeof setTimeoutBefore;
  try {
    await rateOf(engine, prepared, 20);
  } finally {
    globalThis.setTimeout = setTimeoutBefore;
  }
  assert(pauses <= 3, `${pauses} pauses`);
});
