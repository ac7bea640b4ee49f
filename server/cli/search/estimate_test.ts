import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { summaryRequest } from "../../search/stages/engine_plan.ts";
import { basisOf, chargeOf, type SearchOrder } from "../../search/stages/order.ts";
import { prepare, type PreparedSearch } from "../../search/stages/prepared.ts";
import { rangesOf } from "../../search/stages/ranges.ts";
import type { InlineRun } from "../../search/jobs/inline_ranges.ts";
import { readRequest } from "../../search/jobs/read_request.ts";
import { SearchRun } from "../../search/jobs/search_run.ts";
import { ManualClock } from "../../testing/clock.ts";
import { inTurn } from "../../testing/in_turn.ts";
import { inlineRanges } from "../../testing/inline_ranges.ts";
import { inlineWorkers } from "../../testing/inline_workers.ts";
import { officialParts } from "../../testing/official.ts";
import { inlineSearches, SEARCH_PLAN } from "../../testing/searches.ts";
import { estimateSearch, estimateText } from "./estimate.ts";

const { datasets, engine } = await officialParts();
const own = "/components/0/strategyParams/";
const AXES = [
  { path: `${own}period`, min: 2, max: 40 },
  { path: `${own}overbought`, min: 52, max: 90 },
  { path: `${own}oversold`, min: 10, max: 48 },
];
const steps = AXES.map((axis) => ({ ...axis, steps: 13 }));
const sobol = (count: number): object => ({ method: { kind: "sobol", count, seed: 1 } });

/** Returns the search of a plan and its estimated bytes. */
function estimated(
  change: object,
  keepsPoints = false,
): { readonly prepared: PreparedSearch; readonly bytes: number } {
  const plan = SearchPlanSchema.parse({ ...SEARCH_PLAN, axes: AXES, evaluate: 2, ...change });
  const prepared = prepare(plan, 20, engine, datasets);
  return { prepared, bytes: bytesOf(prepared, { plan, topMax: 20, keepsPoints, basis: "" }) };
}

function bytesOf(prepared: PreparedSearch, order: SearchOrder): number {
  const { bytes } = chargeOf(prepared, order);
  return bytes.order + bytes.results + bytes.points;
}

function assertIsNear(bytes: number, kept: number, of: string): void {
  assert(bytes > kept / 2 && bytes < 2 * kept, `${of}: ${bytes} are estimated, ${kept} are kept`);
}

Deno.test("the estimated bytes are within a factor of two of what a search keeps", async () => {
  const plans: Record<string, readonly [object, keepsPoints?: boolean]> = {
    "few of few axes": [{ ...sobol(300), axes: AXES.slice(0, 2) }],
    "a sequence": [sobol(5_000)],
    "a sequence with points": [sobol(5_000), true],
    "a grid": [{ axes: steps }],
    "a grid with points": [{ axes: steps }, true],
    "folds": [{ ...sobol(2_000), windows: { kind: "walkForward", folds: 2 } }],
    "a held out part": [{ ...sobol(2_000), windows: { kind: "holdout", share: 0.3 } }],
    "halving": [{ method: { kind: "halving", count: 4_000, seed: 1 } }],
    "rounds around the best": [{ method: { kind: "adaptive", count: 4_000, seed: 1 } }],
    "paths": [{ ...sobol(64), aim: "edge" }],
  };
  await inTurn(Object.entries(plans), async ([name, [change, keepsPoints = false]]) => {
    const { prepared, bytes } = estimated(change, keepsPoints);
    const run = new SearchRun(prepared, { engine, datasets, workers: inlineWorkers(engine) });
    let kept = 0;
    const counting: InlineRun = {
      prepared,
      runRange: async (stage, range, options) => {
        const answer = await run.runRange(stage, range, { ...options, writesFile: keepsPoints });
        // The file of the points is written before its parts go.
        kept += answer.summary.length + 2 * (answer.part?.length ?? 0);
        return answer;
      },
      runListed: async (...range) => {
        const answer = await run.runListed(...range);
        kept += answer.found.length;
        return answer;
      },
    };
    await run.report(inlineRanges(counting));
    assertIsNear(bytes, kept, name);
  });
});

Deno.test("the estimated bytes of a hundred thousand to a thousand million are near, too", () => {
  // A summary of more candidates is not longer.
  const most = 32_768;
  for (const count of [1e5, 1e7, 1e9]) {
    const { prepared: { plan, draw, rangeMax }, bytes } = estimated(sobol(count));
    const ranges = rangesOf(count, rangeMax);
    const range = { from: 0, count: Math.min(most, ranges[0]?.count ?? 0) };
    const request = summaryRequest(plan, { draw, window: null, topMax: 20, passes: 0 }, range);
    const { length } = engine.summarise(request, new Uint8Array(), new Float64Array());
    assertIsNear(bytes, ranges.length * length, String(count));
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
  const estimate = await estimateSearch(engine, prepared, order, 1);
  assertEquals([estimate.units, estimate.bytes], [units, bytesOf(prepared, order)]);
});
