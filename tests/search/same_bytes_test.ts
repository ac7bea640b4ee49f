import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import { type SearchRequest, SearchRequestSchema } from "../../server/contracts/search.ts";
import { inOrder, joinParts, PartWriter } from "../../server/search/points_part.ts";
import { prepare } from "../../server/search/prepared.ts";
import { SearchRun } from "../../server/search/search_run.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";

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

async function byCommand(home: Home, plan: Plan): Promise<Results> {
  const out = `${home.folder}/command`;
  const file = `${home.folder}/plan.json`;
  await Deno.writeTextFile(file, JSON.stringify(plan));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-env", "main.ts"]
      .concat("search", file, "--out", out, "--workers", "2"),
    env: { ARENA_DATASETS: `${ROOT}datasets` },
    cwd: ROOT,
    stdin: "null",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  const report = JSON.parse(await Deno.readTextFile(`${out}/report.json`));
  return {
    report: JSON.stringify(report),
    points: await Deno.readFile(`${out}/points.parquet`),
  };
}

async function byService(home: Home, plan: Plan): Promise<Results> {
  await using server = await home.serve({ ARENA_DATASETS: `${ROOT}datasets` });
  const client = server.patientClient();
  const { searchId, links } = await client.startSearch({ plan, points: "all" });
  let view = await client.getSearch(searchId);
  await until(async () => {
    view = await client.getSearch(searchId);
    return view.endedAt !== null;
  });
  assertEquals([view.status, view.failure], ["done", null]);
  const headers = { "x-api-key": server.key ?? "" };
  const response = await fetch(`${server.origin}${links.file}`, { headers });
  return { report: JSON.stringify(view.report), points: await response.bytes() };
}

/** Runs a plan inline, as the page does. */
async function byPage(written: Plan): Promise<Results> {
  const all = await officialDatasets();
  const datasets = all.filter(({ header }) => header.timeframe === "daily").toReversed();
  const engine = await officialEngine(datasets);
  const { plan, top } = SearchRequestSchema.parse({ plan: written });
  const parts = { engine, datasets, workers: inlineWorkers(engine, datasets) };
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
  const report = await new SearchRun(prepared, parts).report(ranges);
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

Deno.test("command, service and page give one plan the same report and the same points", async () => {
  await inTurn(Object.entries(PLANS), async ([name, plan]) => {
    await using home = await Home.make();
    const command = await byCommand(home, plan);
    const report = JSON.parse(command.report);
    assert(report.neighbours !== null, "the stage of the neighbours ran");
    const expected = await fingerprint(command);
    assertEquals(await fingerprint(await byPage(plan)), expected, `${name}, page`);
    assertEquals(await fingerprint(await byService(home, plan)), expected, `${name}, service`);
  });
});
