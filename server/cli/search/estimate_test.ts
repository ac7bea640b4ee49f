import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { basisOf } from "../../search/stages/order.ts";
import { prepare } from "../../search/stages/prepared.ts";
import { rangeMaxOf } from "../../search/stages/ranges.ts";
import { readRequest } from "../../search/jobs/read_request.ts";
import { ManualClock } from "../../testing/clock.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { inlineSearches, SEARCH_PLAN } from "../../testing/searches.ts";
import { bytesOf, estimateSearch, estimateText } from "./estimate.ts";

const HOURLY_BARS = 3_648;

Deno.test("the bytes of a search follow from its ranges, which hold more candidates in large ones", () => {
  const rangeMax = rangeMaxOf(1, HOURLY_BARS);
  const megabytes = (total: number, columns = 0): number =>
    bytesOf({ total, stages: 1, rangeMax }, columns) / 1e6;
  // A folder of ten million candidates has 7.5 MB.
  assert(Math.abs(megabytes(1e7) - 7.5) < 1);
  // A range of 409,600 candidates needs no more than one of 156,250.
  assert(megabytes(1e10) < 1e4, String(megabytes(1e10)));
  assert(Math.abs(megabytes(1e7, 12) - megabytes(1e7) - 1_920) < 1);
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
