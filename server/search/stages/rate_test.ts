import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { officialParts } from "../../testing/official.ts";
import { prepare } from "./prepared.ts";
import { paceOf, rateOf, secondsOf } from "./rate.ts";

const PACE = { candidatesPerSecond: 1_000, secondsPerEvaluation: 0.008, load: 1 };
const ALONE = { workers: 2, isShared: false, keepsPoints: false };

Deno.test("the duration of a search has its evaluations, its stages and its workers", () => {
  const none = { total: 0, evaluations: 0, stages: 3, pathRuns: 0 };
  const fixed = secondsOf(none, PACE, ALONE);
  const work = (change: Partial<typeof none>, workers = 2): number =>
    secondsOf({ ...none, ...change }, PACE, { ...ALONE, workers }) - fixed;
  // A worker reaches four fifths of the measured rate.
  assertEquals(work({ total: 160_000 }).toFixed(6), "100.000000");
  assertEquals(work({ evaluations: 1_000 }).toFixed(6), "5.000000");
  assertEquals(work({ total: 160_000 }, 20).toFixed(6), "10.000000");
  // Beside other programs all of it takes longer, and two workers wait for each other as well.
  const busy = (of: object, workers: number): number =>
    secondsOf({ ...none, ...of }, { ...PACE, load: 3 }, { ...ALONE, workers });
  assertEquals(busy({ total: 160_000 }, 2).toFixed(6), (3.5 * (100 + fixed)).toFixed(6));
  assertEquals(busy({}, 1).toFixed(6), (3 * fixed).toFixed(6));
  // Workers of a shared store poll for each step, and no load makes that longer.
  const shared = { ...ALONE, isShared: true };
  const polled = secondsOf(none, PACE, shared) - fixed;
  assert(polled > 1);
  assertEquals(
    (secondsOf(none, { ...PACE, load: 3 }, shared) - busy({}, 2)).toFixed(6),
    polled.toFixed(6),
  );
  // Points are written besides.
  const points = { ...ALONE, keepsPoints: true };
  const first = secondsOf(none, PACE, points);
  assert(first > fixed);
  const written = secondsOf({ ...none, total: 1_600_000 }, PACE, points) - first;
  assertEquals((written - work({ total: 1_600_000 })).toFixed(6), "3.000000");
});

Deno.test("a pace is measured without running an evaluation", async () => {
  const { datasets, engine } = await officialParts();
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

/** Returns the rate of a plan of `count` candidates, whose calls take a given time. */
async function rateOfCalls(
  count: number,
  msOf: (range: { readonly from: number; readonly count: number }, call: number) => number,
  forMs = 20,
): Promise<Awaited<ReturnType<typeof rateOf>>> {
  const { datasets, engine } = await officialParts();
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14 }],
    method: { kind: "sobol", count, seed: 1 },
  });
  let [nowMs, calls] = [0, 0];
  engine.summarise = (request): Uint8Array<ArrayBuffer> => {
    nowMs += msOf(JSON.parse(new TextDecoder().decode(request)), ++calls);
    return new Uint8Array();
  };
  return await rateOf(engine, prepare(plan, 20, engine, datasets), forMs, () => nowMs);
}

Deno.test("a call that another program interrupts does not decide the rate", async () => {
  const { candidatesPerSecond, load } = await rateOfCalls(
    100,
    ({ count }, call) => call % 50 === 6 ? 500 : count / 100,
  );
  assertEquals([Math.round(candidatesPerSecond), load.toFixed(6)], [100_000, "1.000000"]);
});

Deno.test("candidates that are slow late in a plan count as much as the first ones", async () => {
  const { candidatesPerSecond } = await rateOfCalls(
    1_000,
    ({ from, count }) => (from < 500 ? 1 : 19) * count / 100,
  );
  assertEquals(Math.round(candidatesPerSecond), 10_000);
});

Deno.test("calls that take longer beside other programs show the load, not another rate", async () => {
  const { candidatesPerSecond, load } = await rateOfCalls(
    1_000,
    // Two of eight calls, each time others.
    ({ count }, call) => ((call + (call - 1 >> 3)) % 4 === 0 ? 9 : 1) * count / 100,
  );
  // Without the slowest of at least 24 calls it is a little less than 3.
  assertEquals(Math.round(candidatesPerSecond), 100_000);
  assert(load > 2.7 && load < 3, String(load));
});

Deno.test("a plan of few quick candidates is measured for no longer than it takes, without a pause", async () => {
  const setTimeoutBefore = globalThis.setTimeout;
  let [pauses, calls] = [0, 0];
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeoutBefore>) => {
    pauses += 1;
    return setTimeoutBefore(...args);
  }) as typeof setTimeoutBefore;
  try {
    await rateOfCalls(13, ({ count }, call) => (calls = call, count / 100), 300);
  } finally {
    globalThis.setTimeout = setTimeoutBefore;
  }
  // A pass of calls of 2, 4 and 8 candidates, and three of all 13.
  assertEquals([pauses, calls], [0, (3 + 3) * 8]);
});

Deno.test("a measurement of a request has short calls, and one of the command large ones", async () => {
  const largest = async (forMs: number): Promise<number> => {
    let most = 0;
    await rateOfCalls(1_000, ({ count }) => {
      most = Math.max(most, count);
      return count / 100;
    }, forMs);
    return most;
  };
  assertEquals([await largest(20), await largest(300)], [64, 256]);
});
