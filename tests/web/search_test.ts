import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../server/base/errors.ts";
import type { SearchPlan } from "../../server/contracts/plan.ts";
import type { TrialsBefore } from "../../server/contracts/trial.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { compileEngine } from "../../server/engine/load.ts";
import { makeEngine, servedDatasets } from "../../server/testing/official.ts";
import { bookKey, trialsBefore, withEvaluations } from "../../server/web/history/trials.ts";
import { Found, toCellMap } from "../../server/web/report/found.ts";
import {
  type SweepNews,
  SweepRunner,
} from "../../server/web/views/workbench/sweep/sweep_runner.ts";
import { toBytes } from "../../server/web/engine/answers.ts";
import { edgeOf } from "../../server/web/views/workbench/sweep/edge_map.ts";
import { runUtilities } from "../../server/search/workers/run_utilities.ts";
import { outcomeText, skippedTexts } from "../../server/web/report/texts.ts";

const engine = await makeEngine();
const module = await compileEngine();
const datasets: readonly Dataset[] = await servedDatasets();
const base = {
  marketId: 1,
  timeframe: "daily" as const,
  components: [{ strategyId: "yield-bollinger" }],
};
const FORMULA_VERSION = 2;
const K = "/components/0/strategyParams/k";
const EXIT = "/components/0/strategyParams/exitK";
const PLAN: SearchPlan = {
  base,
  axes: [{ path: K, values: [0.5, 1, 1.5] }, { path: EXIT, values: [0, 1] }],
  method: { kind: "grid" },
  aim: "score",
  evaluate: 1,
  constraints: [],
  windows: { kind: "holdout", share: 0.4, purge: 0, embargo: 0 },
};

function datasetOf(marketId: number, timeframe: string): Dataset | null {
  return datasets.find(({ header }) =>
    header.marketId === marketId && header.timeframe === timeframe
  ) ?? null;
}

/** Runs a plan with workers as the page does; returns all news. */
async function search(
  plan: SearchPlan,
  before: readonly TrialsBefore[] = [],
  own: readonly Dataset[] = [],
): Promise<readonly SweepNews[]> {
  const told: SweepNews[] = [];
  const workers: Worker[] = [];
  const host = new SweepRunner({
    createEngine: () => engine,
    load: (marketId, timeframe) => {
      const local = own.find(({ header }) => header.marketId === marketId);
      return Promise.resolve(local ?? datasetOf(marketId, timeframe));
    },
    listLocal: () => Promise.resolve(own.map(({ header }) => header)),
    spawn: () => {
      const worker = new Worker(new URL("../../server/search/workers/worker.ts", import.meta.url), {
        type: "module",
        deno: { permissions: "none" },
      });
      workers.push(worker);
      return worker;
    },
  });
  const listed = datasets.map(({ header }) => ({ header, url: "", columnsSha256: "" }));
  const program = { module, sources: { markets: [], examples: [], datasets: listed } };
  const order = { ...program, plan, topMax: 3, cores: 1, before };
  try {
    await host.search(order, (news) => told.push(news), new AbortController().signal);
  } finally {
    for (const worker of workers) worker.terminate();
  }
  return told;
}

Deno.test("a sweep has all points, and the report of the search command", async () => {
  const told = await search(PLAN);
  const planned = told.find(({ kind }) => kind === "planned");
  assert(planned?.kind === "planned");
  const found = new Found(PLAN, planned.columns, planned.statuses);
  for (const message of told) {
    if (message.kind === "points") found.add(message.from, message.numbers);
  }
  assertEquals(found.counts, new Map([["ran", 5], ["relation", 1]]));
  const map = toCellMap(found, [0, 1], [null, null]);
  assertEquals([map.columns.values, map.rows?.values], [[0.5, 1, 1.5], [0, 1]]);
  assertEquals(map.cells.map((cell) => cell?.coordinates), [
    [0.5, 0],
    [1, 0],
    [1.5, 0],
    [0.5, 1],
    [1, 1],
    [1.5, 1],
  ]);
  assertEquals(skippedTexts(found, []), [
    "1 candidate skipped: a rule between two parameters is broken",
  ]);
  assert(outcomeText(map.cells[0] ?? null, found, []).startsWith("score "));
  assert(outcomeText(map.cells[3] ?? null, found, []).startsWith("skipped, "));
  const last = told.find(({ kind }) => kind === "report");
  assert(last?.kind === "report");
  const { folds, top, neighbours } = last.report;
  assertEquals([folds.length, neighbours !== null], [1, true]);
  assert(top.length > 0 && top.every(({ tested }) => tested !== null));
});

Deno.test("the chance of luck in a sweep counts the tries of before, each candidate once", async () => {
  const plan: SearchPlan = { ...PLAN, windows: { kind: "whole" }, evaluate: 3 };
  const { sha256 } = datasetOf(base.marketId, base.timeframe)?.header ?? { sha256: "" };
  const key = bookKey(sha256, FORMULA_VERSION);
  const others = ["1", "2"].map((digit) => ({
    candidateHash: digit.repeat(64),
    dailySharpe: null,
  }));
  let book = withEvaluations(new Map(), key, others);
  // A repeated sweep adds nothing.
  for (const _ of ["once", "again"]) {
    const told = await search(plan, trialsBefore(book, FORMULA_VERSION));
    const last = told.find(({ kind }) => kind === "report");
    assert(last?.kind === "report");
    assertEquals(last.report.top.map(({ evaluation }) => evaluation?.trials), [5, 5, 5]);
    book = withEvaluations(book, key, last.judged);
  }
});

Deno.test("a map of one row shows the best candidate of each cell", async () => {
  const told = await search({ ...PLAN, windows: { kind: "whole" } });
  const planned = told.find(({ kind }) => kind === "planned");
  assert(planned?.kind === "planned");
  const found = new Found(PLAN, planned.columns, planned.statuses);
  for (const message of told) {
    if (message.kind === "points") found.add(message.from, message.numbers);
  }
  const map = toCellMap(found, [0, null], [null, null]);
  assertEquals([map.rows, map.cells.length], [null, 3]);
  assertEquals(map.counts, [2, 2, 2]);
  const whole = toCellMap(found, [0, 1], [null, null]);
  map.cells.forEach((cell, column) => {
    const scores = [whole.cells[column], whole.cells[column + 3]].map((one) =>
      one?.figures.score ?? -Infinity
    );
    assertEquals(cell?.figures.score, Math.max(...scores));
  });
});

Deno.test("a sweep over markets runs on each of them", async () => {
  const axes = [{ path: "/marketId", values: [3, 1] }, { path: K, values: [0.5, 1] }];
  const told = await search({ ...PLAN, axes, windows: { kind: "whole" } });
  const last = told.find(({ kind }) => kind === "report");
  assert(last?.kind === "report");
  const { report } = last;
  assertEquals(report.datasets.map(({ marketId }) => marketId), [1, 3]);
  assertEquals([report.candidates.inWindow, report.candidates.statuses["ran"]], [4, 4]);
});

Deno.test("a sweep over an own import of a maturity of the server counts that maturity once", async () => {
  const box = datasets.find(({ header }) => header.marketKey === "susde-7may2026");
  assert(box !== undefined);
  // The same life from other files: bars that differ, and so another hash.
  const header = { ...box.header, marketId: 4e9, marketKey: "own", sha256: "f".repeat(64) };
  const markets = { path: "/marketId", values: [1, 4e9] };
  const plan: SearchPlan = { ...PLAN, axes: [markets], windows: { kind: "whole" }, evaluate: 2 };
  const told = await search(plan, [], [{ ...box, header: { ...header, served: true } }]);
  const last = told.find(({ kind }) => kind === "report");
  assert(last?.kind === "report");
  const said = last.report.top.map(({ evaluation }) => evaluation?.real);
  assert(said.some((real) => real?.startsWith("On 4 real maturities, 208 days")), `${said}`);
});

Deno.test("an impossible plan fails with the reason", async () => {
  const wrong = { ...PLAN, axes: [{ path: K, values: [0.5] }, { path: K, values: [1] }] };
  const refused = await assertRejects(() => search(wrong), StartError);
  assertEquals(refused.message, "Cannot search: /axes/1/path is that of an earlier axis");
  const many = { ...PLAN, method: { kind: "random", count: 1e6, seed: 0 } as const };
  const large = await assertRejects(() => search(many), StartError);
  assertEquals(
    large.message,
    "Cannot search: the plan has 1,000,003 candidates, a page runs 131,072 at most; " +
      "deno task search runs the plan as it is",
  );
  const nonsense = { ...PLAN, aim: "nonsense" as "score" };
  await assertRejects(
    () => search(nonsense),
    StartError,
    'Cannot search: /aim is "nonsense", must',
  );
  const empty = await assertRejects(() => search({} as typeof PLAN), StartError);
  assertEquals(
    empty.message,
    "Cannot search: /base is missing, must be an object; " +
      "/axes is missing, must be an array of 1 to 16 axes",
  );
});

Deno.test("a sweep maps the edge of each candidate on half-years that no verdict uses", async () => {
  const plan: SearchPlan = { ...PLAN, windows: { kind: "whole" } };
  const told = await search(plan);
  const planned = told.find(({ kind }) => kind === "planned");
  const edges = told.at(-1);
  assert(planned?.kind === "planned" && edges?.kind === "edges");
  const found = new Found(plan, planned.columns, planned.statuses);
  for (const message of told) {
    if (message.kind === "points") found.add(message.from, message.numbers);
  }
  assertEquals(found.bestByEdge(), null);
  found.addEdges(edges.edges);
  const { cells } = toCellMap(found, [0, 1], [null, null]);
  const known = cells.map((cell) => cell?.edge ?? null);
  // The one whose exit is above its entry did not run.
  assertEquals(known.map((edge) => edge === null), [false, false, false, true, false, false]);
  assertEquals(found.bestByEdge()?.edge, Math.max(...known.filter((edge) => edge !== null)));
  assertEquals((await search({ ...plan, aim: "edge" })).at(-1)?.kind, "report");
});

Deno.test("an edge on paths is that of a verdict", async () => {
  const request = { view: "summary", simulationId: "x", candidate: base };
  const { bytes } = engine.simulate(toBytes(request));
  const counts = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
  const payload = toBytes(JSON.parse(new TextDecoder().decode(bytes)).ok);
  const answer = engine.evaluate(toBytes({}), payload, { count: () => counts });
  const { ok: { verdict } } = JSON.parse(new TextDecoder().decode(answer));
  const seeds = engine.sisterSeeds();
  const common = { marketId: 1, timeframe: "daily" as const, capital: 100_000, seeds };
  const task = { ...common, candidates: [JSON.stringify(base)], skipped: [], alone: [] };
  const rows = await runUtilities(engine, task, () => Promise.resolve(1));
  const [own, hold, idle] = [0, 64, 128].map((from) => rows.subarray(from, from + 64));
  const { provenance } = datasetOf(1, "daily")?.header ?? {};
  assert(own && hold && idle && provenance?.kind === "synthetic");
  const edge = edgeOf(own, hold, idle, provenance.passiveGap);
  assert(Math.abs(edge - verdict.edge) < 1e-12, `${edge}, ${verdict.edge}`);
});
