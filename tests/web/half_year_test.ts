import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import type { Candidate } from "../../server/contracts/candidate.ts";
import { TERMS } from "../../server/contracts/metric_table.ts";
import { makeClient } from "../../server/testing/page_client.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { seasonFolder } from "../../server/testing/season_folder.ts";
import type { Folder } from "../../server/testing/played_season.ts";
import { readRun, runRows } from "../../server/web/engine/runs.ts";
import type { BoardHead, Entry } from "../../server/contracts/season.ts";
import type { Run } from "../../server/web/engine/messages.ts";
import { readEntryHalves } from "../../server/web/views/season/season_files.ts";

const CANDIDATES: readonly Candidate["components"][number][] = [
  { strategyId: "discount-threshold" },
  // The half-years of a text are its own.
  {
    strategyId: "expression",
    strategyParams: { enter: "impliedApy > 0.1", exit: "impliedApy < 0.06" },
  },
];
const FIRST = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };

Deno.test("a half-year that is opened is the one of the verdict, to the bit", async () => {
  const client = makeClient({}, await officialDatasets());
  const utilityOf = utilityBy((await client.arena()).profile.scoring);
  for (const component of CANDIDATES) {
    const candidate: Candidate = { marketId: 1, timeframe: "daily", components: [component] };
    const { simulation } = await client.simulate("summary", candidate);
    const { verdict } = await client.evaluate(simulation, FIRST);
    for (const number of [1, 14, 64]) {
      const half = { number, pathSeed: verdict.pathSeed ?? "" };
      const { shown, dataset, summary } = await client.showHalfYear(candidate, half);
      const run = readRun(shown);
      assertEquals(utilityOf(run), verdict.series.utility[number - 1]);
      assertEquals(summary.benchmarkUtility, verdict.series.hold[number - 1]);
      const rows = await runRows(client, run, half);
      assertEquals(rows.portfolio.equity, run.portfolio.equity);
      assertEquals(dataset.bars, run.portfolio.equity.length);
      assertNotEquals((await runRows(client, run)).portfolio.equity, run.portfolio.equity);
    }
  }
});

Deno.test("a half-year of a season that is opened is the one of its board, to the bit", async () => {
  const client = makeClient({}, await officialDatasets());
  const utilityOf = utilityBy((await client.arena()).profile.scoring);
  const folder = await seasonFolder(4);
  const read = (path: string): string => new TextDecoder().decode(folder.get(`autumn-1/${path}`));
  const { head }: { head: BoardHead } = JSON.parse(read("susde-daily.json"));
  const matrix = new Float64Array(folder.get("autumn-1/susde-daily.f64")?.slice().buffer ?? []);
  const { entries }: { entries: Entry[] } = JSON.parse(read("entries-1.json"));
  for (const { number, candidate } of entries) {
    const id = `autumn-1/susde-daily/${number}`;
    const { seeds, differences, evidence } = await beside(folder, () => readEntryHalves(id));
    for (const path of [0, 13, 63]) {
      const half = { number: path + 1, seed: String(seeds[path]) };
      const { shown, summary } = await client.showHalfYear(candidate, half);
      const run = readRun(shown);
      const stated = matrix[head.numbers.indexOf(number) * head.paths + path] ?? NaN;
      assertEquals(utilityOf(run), stated);
      assertEquals(differences[path], stated - (summary.benchmarkUtility ?? NaN));
      assertEquals({ ...run.evidence, ...evidence }, run.evidence);
    }
  }
  const season = JSON.parse(read("season.json"));
  const sealed = new TextEncoder().encode(JSON.stringify({ ...season, reveal: null }));
  const before = new Map(folder).set("autumn-1/season.json", sealed);
  const [known, unknown] = [1, 5].map((number) => `autumn-1/susde-daily/${number}`);
  for (const [files, id] of [[before, known], [folder, unknown]] as const) {
    await assertRejects(() => beside(files, () => readEntryHalves(id ?? "")), Error, "no such");
  }
});

/** Returns what a run earned a year after penalties, as the profile weighs it. */
function utilityBy(scoring: object): (run: Run) => number {
  const { weights } = scoring as { readonly weights: Readonly<Record<string, number>> };
  return ({ metrics }) =>
    TERMS.reduce((sum, name) => sum + (weights[name] ?? 0) * metrics[name], 0);
}

/** Does something in a page beside a public folder. */
async function beside<T>(folder: Folder, work: () => Promise<T>): Promise<T> {
  const scope = globalThis as { document?: unknown; fetch: unknown };
  const { fetch } = scope;
  scope.document = { baseURI: "http://localhost/" };
  scope.fetch = (url: string, { headers = {} }: { headers?: { range?: string } }) => {
    const file = folder.get(url.replace("http://localhost/arena/", ""));
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? "") ?? [];
    const bytes = from === undefined ? file : file?.slice(Number(from), Number(to) + 1);
    const status = file === undefined ? 404 : from === undefined ? 200 : 206;
    const type = url.endsWith(".json") ? "application/json" : "application/octet-stream";
    return Promise.resolve(new Response(bytes, { status, headers: { "content-type": type } }));
  };
  try {
    return await work();
  } finally {
    scope.fetch = fetch;
    delete scope.document;
  }
}
