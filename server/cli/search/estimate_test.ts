import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { summaryRequest } from "../../search/stages/engine_plan.ts";
import { basisOf, resultBytesOf } from "../../search/stages/order.ts";
import { prepare } from "../../search/stages/prepared.ts";
import { rangeMaxOf, rangesOf } from "../../search/stages/ranges.ts";
import { readRequest } from "../../search/jobs/read_request.ts";
import { ManualClock } from "../../testing/clock.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { inlineSearches, SEARCH_PLAN } from "../../testing/searches.ts";
import { estimateSearch, estimateText } from "./estimate.ts";

const HOURLY_BARS = 3_648;

Deno.test("the bytes of results follow from the ranges of a plan and from its maps", async () => {
  const engine = await officialEngine(await officialDatasets());
  const axes = [
    { path: "/components/0/strategyParams/period", min: 2, max: 40 },
    { path: "/components/0/strategyParams/overbought", min: 52, max: 90 },
    { path: "/components/0/strategyParams/oversold", min: 10, max: 48 },
  ];
  const rangeMax = rangeMaxOf(1, HOURLY_BARS);
  const window = null;
  for (const count of [300, 20_000]) {
    for (const length of [2, 3]) {
      const method = { kind: "sobol", count, seed: 1 };
      const plan = SearchPlanSchema.parse({ ...SEARCH_PLAN, axes: axes.slice(0, length), method });
      const stage = {
        draw: { method: "sobol", count, seed: 1 },
        window,
        topMax: 20,
        passes: 0,
      } as const;
      const bytes = rangesOf(count, rangeMax).reduce((sum, range) =>
        sum + engine.summarise(
          summaryRequest(plan, stage, range),
          new Uint8Array(),
          new Float64Array(),
        ).length, 0);
      const most = resultBytesOf({ plan, total: count, stages: 1, rangeMax });
      assert(most >= bytes && most < 2 * bytes, `${count}, ${length} axes: ${most} for ${bytes}`);
    }
  }
});

Deno.test("the sentence of an estimate names the runs on paths, where there are any", () => {
  const estimate = {
    candidates: 1_024,
    pathRuns: 20_480,
    evaluations: 20,
    units: 235_040,
    workers: 2,
    ratePerWorker: 4_000,
    seconds: 3,
    bytes: 1e6,
    keepsPoints: true,
  };
  assertStringIncludes(
    estimateText(estimate, "out"),
    "1,024 candidates, 20,480 runs on paths and 20 evaluations, about ",
  );
  assertStringIncludes(
    estimateText({ ...estimate, pathRuns: 0 }, "out"),
    "1,024 candidates and 20 evaluations, about ",
  );
});

Deno.test("a dry run names the units that a service charges, also for a plan longer than its runs", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const path = "/components/0/strategyParams/overbought";
  const values = Array.from({ length: 2_000 }, (_, at) => 55 + at / 1_000);
  const method = { kind: "random", count: 1, seed: 1 };
  const request = { plan: { ...SEARCH_PLAN, axes: [{ path, values }], method, evaluate: 0 } };
  const searches = inlineSearches(engine, datasets, new ManualClock());
  const limits = { unitsPerDay: 1e6, atOnce: 1 };
  const body = new TextEncoder().encode(JSON.stringify(request));
  const started = await searches.service
    .start({ keyId: "key", limits, unitsPerRequest: 50 }, body, []);
  searches.close();
  const { units } = JSON.parse(new TextDecoder().decode(started));
  assert(units > 10, String(units));

  const { plan, top } = readRequest(engine, request);
  const prepared = prepare(plan, top, engine, datasets);
  const basis = basisOf(engine, prepared.datasets);
  const order = { plan, topMax: top, keepsPoints: false, basis };
  assertEquals((await estimateSearch(engine, prepared, order, 1)).units, units);
});
