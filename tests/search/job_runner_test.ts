import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { readCells } from "../../server/search/points/points_part.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { lazy } from "../../server/base/lazy.ts";
import { systemClock } from "../../server/base/clock.ts";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { JobRunner } from "../../server/search/jobs/job_runner.ts";
import { basisOf, type SearchOrder } from "../../server/search/stages/order.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { Stopped } from "../../server/search/stages/ranges.ts";
import { SearchRun } from "../../server/search/jobs/search_run.ts";
import type { SearchWorkers } from "../../server/search/workers/search_workers.ts";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
import { openSqliteSearches, type Searches } from "../../server/store/searches.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";
import { until } from "../../server/testing/until.ts";

const OWN = "/components/0/strategyParams/";
const BASE = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
const AXES = [
  { path: `${OWN}period`, min: 2, max: 14, steps: 13 },
  { path: `${OWN}overbought`, min: 52, max: 80, steps: 113 },
];
const TOP = 10;
const QUOTA = { units: 1e9, since: 0, atOnce: 9 };

const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
const engine = await makeEngine(datasets);
const workers = inlineWorkers(engine);

function planOf(rest: Record<string, unknown>): ReturnType<typeof SearchPlanSchema.parse> {
  return SearchPlanSchema.parse({ base: BASE, axes: AXES, ...rest });
}

const WALK = planOf({ windows: { kind: "walkForward", folds: 2 } });

function orderOf(plan: typeof WALK, change: Partial<SearchOrder> = {}): string {
  const { datasets: used } = prepare(plan, TOP, engine, datasets);
  const basis = basisOf(engine, used);
  return JSON.stringify({ plan, topMax: TOP, keepsPoints: false, basis, ...change });
}

/** The report of a plan whose ranges run inline, one after the other. */
async function reportOf(plan: typeof WALK): Promise<unknown> {
  const run = new SearchRun(prepare(plan, TOP, engine, datasets), { engine, datasets, workers });
  return JSON.parse(JSON.stringify((await run.report(inlineRanges(run))).report));
}

const walked = lazy(() => reportOf(WALK));

async function withSearches(work: (searches: Searches) => Promise<void>): Promise<void> {
  const searches = openSqliteSearches(":memory:", systemClock, { files: new MemoryParts() });
  try {
    await work(searches);
  } finally {
    await searches.close();
  }
}

/** Adds a search of the key. */
async function add({ searches }: Searches, order: string, id = "a"): Promise<void> {
  await searches.add({ id, keyId: "key", order, candidates: 1, units: 1 }, QUOTA);
}

/** Runs jobs until all searches have ended. */
async function worked(
  { searches, jobs }: Searches,
  run: (job: Job) => Promise<JobOutcome>,
): Promise<void> {
  const stopping = new AbortController();
  const reports: string[] = [];
  const report = (sentence: string): void => void reports.push(sentence);
  const work = jobs.work({ parallel: 3, signal: stopping.signal, run, report });
  await until(async () => (await searches.used("key", 0)).atOnce === 0);
  stopping.abort();
  await work;
  assertEquals(reports, []);
}

function runnerOf({ searches }: Searches): JobRunner {
  return new JobRunner({ store: searches, engine, datasets, workers });
}

Deno.test("a worker without memory arrives at the same report, and runs each range once", () =>
  withSearches(async (store) => {
    await add(store, orderOf(WALK));
    const seen: string[] = [];
    await worked(store, (job) => {
      if (job.kind === "range") seen.push(`${job.stage}/${job.from}`);
      return runnerOf(store).run(job);
    });
    assertEquals(seen.length, new Set(seen).size);
    assertEquals(JSON.parse(await store.searches.outcome("a") ?? ""), await walked());
  }));

Deno.test("a step that runs twice at once, as after a late heartbeat, changes no report", () =>
  withSearches(async (store) => {
    const search = { id: "a", keyId: "key", order: orderOf(WALK), candidates: 1, units: 1 };
    await store.searches.add(search, QUOTA);
    const runner = runnerOf(store);
    await worked(store, async (job) => {
      if (job.kind === "range") return await runner.run(job);
      const [one, other] = await Promise.all([runner.run(job), runner.run(job)]);
      assertEquals(one, other);
      return one;
    });
    assertEquals(JSON.parse(await store.searches.outcome("a") ?? ""), await walked());
  }));

Deno.test("a search queues a bounded number of ranges, and the next when those have run", () =>
  withSearches(async (store) => {
    await add(store, orderOf(WALK));
    const queued: (readonly (readonly [stage: string, priority: number])[])[] = [];
    await worked(store, async (job) => {
      const options = { store: store.searches, engine, datasets, workers, queuedMax: 1 };
      // Every job by a process without memory.
      const outcome = await new JobRunner(options).run(job);
      if (outcome.kind === "ranges") {
        queued.push(outcome.ranges.map(({ stage, priority }) => [stage, priority]));
      }
      return outcome;
    });
    assertEquals(queued.slice(0, 3), [[["fold-1", 0]], [["fold-1", 1]], [["fold-1-test", 0]]]);
    assertEquals(JSON.parse(await store.searches.outcome("a") ?? ""), await walked());
  }));

Deno.test("each of the best is evaluated once, whichever process goes on with the search", () =>
  withSearches(async (store) => {
    const plan = planOf({ windows: { kind: "walkForward", folds: 2 }, evaluate: 7 });
    await add(store, orderOf(plan));
    const seen: string[] = [];
    const evaluate: SearchWorkers["evaluate"] = (candidates, counts) => {
      seen.push(...candidates.map((candidate) => JSON.stringify(candidate)));
      return workers.evaluate(candidates, counts);
    };
    let summary = new Uint8Array();
    const places = new Set<number>();
    await worked(store, async (job) => {
      const counted = { ...workers, evaluate };
      const parts = { engine, datasets, workers: { ...workers, forKey: () => counted } };
      const outcome = await new JobRunner({ store: store.searches, ...parts }).run(job);
      if (job.kind !== "range" || job.stage !== "evaluate") return outcome;
      places.add(job.from);
      if (job.from === 3 && outcome.kind === "result") summary = outcome.result.summary;
      return outcome;
    });
    const { top } = JSON.parse(await store.searches.outcome("a") ?? "");
    const evaluated: readonly Record<string, unknown>[] = top.slice(0, 7);
    assertEquals(
      seen.toSorted(),
      evaluated.map(({ candidate }) => JSON.stringify(candidate)).toSorted(),
    );
    assertEquals([...places].toSorted(), [0, 1, 2, 3, 4, 5, 6]);
    const kept = JSON.parse(new TextDecoder().decode(summary));
    assertEquals(kept[0].evaluation, top[3].evaluation);
    const daily = datasets.find(({ header }) => header.timeframe === "daily");
    assertEquals(kept[0].trial.datasetHash, daily?.header.sha256);
  }));

Deno.test("a range that does not end fails its search at the deadline, with a sentence", () =>
  withSearches(async (store) => {
    const clock = new ManualClock();
    const stuck: Pick<SearchWorkers, "range"> = {
      range: (_, signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new Stopped("stopped")));
          // An hour, far beyond the deadline of so few candidates.
          queueMicrotask(() => clock.advance(3_600_000));
        }),
    };
    const forKey = (): SearchWorkers => ({ ...workers, ...stuck });
    const parts = { engine, datasets, workers: { ...workers, forKey }, clock };
    const runner = new JobRunner({ store: store.searches, ...parts });
    await add(store, orderOf(planOf({})));
    await worked(store, (job) => runner.run(job));
    assertEquals((await store.searches.find("a"))?.status, "failed");
    assertMatch(
      await store.searches.outcome("a") ?? "",
      /^Cannot search: 874 candidates of the stage "all" did not end within \d+ minutes; /,
    );
    assertEquals(clock.pendingCount, 0);
  }));

Deno.test("evaluations are no candidates of the plan, and neighbours no stage", () =>
  withSearches(async (store) => {
    const plan = planOf({ evaluate: 2 });
    await add(store, orderOf(plan));
    await worked(store, (job) => runnerOf(store).run(job));
    const { done, stages } = await store.searches.progress("a");
    assertEquals(stages.map(({ stage, count }) => [stage, count]), [["all", 1_469]]);
    assertEquals(done, 1_469);
  }));

Deno.test("a search of 60,000 candidates of three axes without points keeps at most 16 kB", () =>
  withSearches(async (store) => {
    const plan = planOf({
      base: { ...BASE, timeframe: "hourly" },
      axes: [...AXES, { path: `${OWN}oversold`, min: 15, max: 45 }]
        .map(({ path, min, max }) => ({ path, min, max })),
      method: { kind: "sobol", count: 60_000, seed: 1 },
    });
    const { total, units } = prepare(plan, TOP, engine, datasets);
    await store.searches.add(
      { id: "a", keyId: "key", order: orderOf(plan), candidates: total, units },
      QUOTA,
    );
    await worked(store, (job) => runnerOf(store).run(job));
    assertEquals((await store.searches.find("a"))?.status, "done");
    const { ofKey } = await store.searches.bytes("key");
    assert(ofKey > 4_000 && ofKey <= 16_000, `${ofKey} bytes`);
  }));

Deno.test("points are kept where the order asks for them, and nowhere else", () =>
  withSearches(async (store) => {
    const order = orderOf(planOf({}), { keepsPoints: true });
    await add(store, order, "all");
    await add(store, orderOf(WALK), "few");
    await worked(store, (job) => runnerOf(store).run(job));
    const [part] = await store.searches.parts("all");
    assert(part !== undefined && part.rows === 874);
    const file = await store.searches.part(part.key);
    assertEquals(file.length, part.bytes);
    const columns = await readCells(file, [0, 874]);
    assertEquals([columns.length, columns[0]?.cells.length], [AXES.length + 13, 874]);
    assertEquals(await store.searches.parts("few"), []);
  }));

Deno.test("a search of other data or another program fails with a sentence", () =>
  withSearches(async (store) => {
    const orders = {
      basis: orderOf(WALK, { basis: "{}" }),
      program: `{"plan":1}`,
      market: orderOf(WALK),
    };
    for (const [id, order] of Object.entries(orders)) {
      await add(store, order, id);
    }
    const none = new JobRunner({ store: store.searches, engine, datasets: [], workers });
    const runner = runnerOf(store);
    await worked(store, (job) => (job.searchId === "market" ? none : runner).run(job));
    const sentences = await Promise.all(
      Object.keys(orders).map((id) => store.searches.outcome(id)),
    );
    assertEquals(sentences, [
      "Cannot continue: the search began with another program, engine or datasets, start a new one",
      "Cannot continue: the search was ordered from another program, start a new one",
      "Cannot search: no market of the plan has a dataset of this timeframe",
    ]);
  }));
