import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import {
  type SearchRequest,
  SearchRequestSchema,
  type SearchView,
} from "../../server/contracts/search.ts";
import { inOrder, joinParts, PartWriter } from "../../server/search/points/points_part.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { SearchRun } from "../../server/search/jobs/search_run.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { makeEngine, servedDatasets } from "../../server/testing/official.ts";
import { inlineSearches } from "../../server/testing/searches.ts";
import { until } from "../../server/testing/until.ts";
import { planFile, search } from "./search_command.ts";

const OWN = "/components/0/strategyParams/";
const PERIOD = { path: `${OWN}period`, min: 3, max: 30, steps: 10 };
const PLAN = {
  base: { marketId: 1, timeframe: "daily" as const, components: [{ strategyId: "yield-rsi" }] },
  axes: [
    PERIOD,
    { path: `${OWN}overbought`, min: 55, max: 80, steps: 126 },
  ],
  evaluate: 2,
};
const PLANS: Readonly<Record<string, SearchRequest["plan"]>> = {
  "all bars": PLAN,
  "walk-forward": { ...PLAN, windows: { kind: "walkForward" as const, folds: 2, embargo: 1 } },
  "two markets": {
    ...PLAN,
    axes: [PERIOD, { path: "/marketId", values: [2, 1] }],
    constraints: [{ figure: "fills" as const, min: 2 }],
  },
  "several markets, own candidates, an early end": {
    ...PLAN,
    markets: { ids: [1, 2], by: "worst" as const },
    enqueue: [[14, 65]],
    axes: [PERIOD, { path: `${OWN}overbought`, min: 55, max: 80 }],
    method: { kind: "sobol" as const, count: 9_000, seed: 5, patience: 1_500 },
  },
  "adaptive, held out": {
    ...PLAN,
    method: { kind: "adaptive" as const, count: 1_500, seed: 5 },
    windows: { kind: "holdout" as const, share: 0.3 },
  },
};
type Plan = SearchRequest["plan"];

/** The two results of a search that outlive it. */
interface Results {
  readonly report: string;
  readonly points: Uint8Array<ArrayBuffer>;
}

async function byCommand(folder: string, plan: Plan): Promise<Results> {
  const out = `${folder}/out`;
  const { code, stderr: err } = await search(
    await planFile(folder, plan),
    "--out",
    out,
    "--workers",
    "2",
  );
  assertEquals(code, 0, err);
  const report = JSON.parse(await Deno.readTextFile(`${out}/report.json`));
  return {
    report: JSON.stringify(report),
    points: await Deno.readFile(`${out}/points.parquet`),
  };
}

/** Runs a plan by jobs over a store, as the server does. */
async function byService(plan: Plan): Promise<Results> {
  const datasets = await servedDatasets();
  const engine = await makeEngine(datasets);
  const { service, close } = inlineSearches(engine, datasets, new ManualClock());
  const limits = { unitsPerDay: 1e9, atOnce: 1 };
  const searcher = { keyId: "key", limits, unitsPerRequest: 1e9 };
  const body = new TextEncoder().encode(JSON.stringify({ plan, points: "all" }));
  const read = (bytes: Uint8Array): SearchView => JSON.parse(new TextDecoder().decode(bytes));
  const { searchId } = read(await service.start(searcher, body, []));
  let view = read(await service.view(searcher, searchId));
  await until(async () => {
    view = read(await service.view(searcher, searchId));
    return view.endedAt !== null;
  });
  assertEquals([view.status, view.failure], ["done", null]);
  const points = await new Response(streamOf(await service.file(searcher, searchId))).bytes();
  close();
  return { report: JSON.stringify(view.report), points };
}

/** Runs a plan inline, as the page does. */
async function byPage(written: Plan): Promise<Results> {
  const all = await servedDatasets();
  const datasets = all.filter(({ header }) => header.timeframe === "daily").toReversed();
  const engine = await makeEngine(datasets);
  const { plan, top } = SearchRequestSchema.parse({ plan: written });
  const parts = { engine, datasets, workers: inlineWorkers(engine) };
  const prepared = prepare(plan, top, engine, datasets);
  const kept = new Map<string, RangeFile>();
  const { columns: names, statuses: statusNames } = prepared.description;
  const ranges = inlineRanges(new SearchRun(prepared, parts), {
    parallel: 3,
    keepsPoints: () => true,
    onRange: ({ name: stage }, _, points) => {
      if (points === null) return;
      const writer = new PartWriter({ axes: plan.axes, names, statusNames }, stage);
      writer.add(points);
      const key = `${stage}/${String(points.from).padStart(9, "0")}`;
      kept.set(key, { key, stage, rows: points.count, bytes: writer.finish() });
    },
  });
  const { report } = await new SearchRun(prepared, parts).report(ranges);
  const files = inOrder(
    report,
    [...kept.values()].toSorted((one, other) => one.key < other.key ? -1 : 1),
  );
  const keys = (files ?? []).map(({ key }) => key);
  const file = joinParts(
    keys,
    (key) => Promise.resolve(kept.get(key)?.bytes ?? new Uint8Array()),
  );
  return { report: JSON.stringify(report), points: await new Response(streamOf(file)).bytes() };
}

interface RangeFile {
  readonly key: string;
  readonly stage: string;
  readonly rows: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces);
}

async function fingerprint({ report, points }: Results): Promise<readonly string[]> {
  const encoded = new TextEncoder().encode(report);
  return await Promise.all([sha256Hex(encoded), sha256Hex(points)]);
}

for (const [name, plan] of Object.entries(PLANS)) {
  Deno.test(`service and page give one plan the same report and the same points: ${name}`, async () => {
    const page = await byPage(plan);
    assert(JSON.parse(page.report).neighbours !== null, "the stage of the neighbours ran");
    assertEquals(await fingerprint(await byService(plan)), await fingerprint(page));
  });
}

Deno.test("the command gives a plan the same report and the same points as the page", async () => {
  const plan = PLANS["several markets, own candidates, an early end"];
  assert(plan !== undefined);
  await withFolder(async (folder) => {
    const command = await fingerprint(await byCommand(folder, plan));
    assertEquals(command, await fingerprint(await byPage(plan)));
  });
});
