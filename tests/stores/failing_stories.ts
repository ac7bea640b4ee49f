import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { JobRunner } from "../../server/search/jobs/job_runner.ts";
import type { SearchWorkers, SharedWorkers } from "../../server/search/workers/search_workers.ts";
import { seasonKind } from "../../server/season/jobs/season_kind.ts";
import { basisOf } from "../../server/search/stages/order.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { orderSeasons } from "../../server/season/jobs/season_queue.ts";
import type { JobOutcome } from "../../server/store/search_store.ts";
import { catalogueCandidates } from "../../server/testing/catalogue_candidates.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";
import { REVEAL } from "../../server/testing/reveal.ts";
import { secondOf } from "../../server/season/rules/records.ts";
import { seasonOf } from "../../server/testing/season.ts";
import { testSigner } from "../../server/testing/seasons.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { Killed } from "./failures.ts";
import { turn } from "../../server/testing/until.ts";
import { OPENS, type Step, type Story } from "./tell_story.ts";

const HOUR_MS = 3_600_000;
const PLENTY = { units: 1e12, since: 0, atOnce: 100 };
const TOP = 5;

const datasets = (await officialDatasets()).filter(({ header }) => header.timeframe === "daily");
const engine = await makeEngine(datasets);
const inline = inlineWorkers(engine);

/** Results of ranges, and reports of the engine: a failure of a store changes none of them. */
const ranges = new Map<string, JobOutcome>();
const reports = new Map<string, ReturnType<SearchWorkers["report"]>>();

const keptWorkers: SearchWorkers = {
  ...inline,
  report: (request, results) => {
    const order = `${request.toHex()} ${results.toHex()}`;
    const report = reports.get(order) ?? inline.report(request, results);
    reports.set(order, report);
    return report;
  },
};
const workers: SharedWorkers = { ...inline, forKey: () => keptWorkers };

/** Runs jobs until all searches have ended, or the process has. */
const work: Step = async ({ searches, jobs, arena }, { place, failures }) => {
  const stopping = new AbortController();
  const runner = new JobRunner({
    store: searches,
    engine,
    datasets,
    workers,
    otherKind: seasonKind(arena.seasons, testSigner()),
    clock: new ManualClock(),
  });
  const working = jobs.work({
    parallel: 3,
    signal: stopping.signal,
    run: async (job) => {
      if (job.kind === "step") return await runner.run(job);
      const name = JSON.stringify(job);
      const outcome = ranges.get(name) ?? await runner.run(job);
      ranges.set(name, outcome);
      return outcome;
    },
    report: () => {},
  });
  // While a statement runs, the jobs go on.
  const areOpen = async (): Promise<boolean> =>
    failures.isBusy || (await place.rows("searches")).some((row) => row["ended_at"] === null);
  while (!failures.isEnded && await areOpen()) await turn();
  stopping.abort();
  await working;
  if (failures.isEnded) throw new Killed("the process has ended");
};

/** Adds the search of a plan. */
function add(id: string, written: object): Step {
  const own = "/components/0/strategyParams/";
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: `${own}period`, min: 2, max: 14 }, {
      path: `${own}overbought`,
      min: 55,
      max: 80,
    }],
    ...written,
  });
  const { datasets: used, total } = prepare(plan, TOP, engine, datasets);
  const basis = basisOf(engine, used);
  const order = JSON.stringify({ plan, topMax: TOP, keepsPoints: true, basis });
  const search = { id, keyId: "key", order, candidates: total, units: 10 * total };
  return ({ searches }) => searches.add(search, PLENTY);
}

const OF_SEARCHES = [
  "searches",
  "search_results",
  "search_parts",
  "kept_searches",
  "evaluated",
  "sharpe_ratios",
];

/** The search of a plan, up to its report. */
function searchOf(plan: object): Story {
  return { steps: [add("a", plan), work], tables: OF_SEARCHES };
}

const SMALL = { method: { kind: "sobol", count: 40, seed: 1 }, evaluate: 1 };

const TAKEN_BACK: Story = {
  steps: [
    add("cancelled", SMALL),
    ({ searches }) => searches.cancel("cancelled"),
    add("withdrawn", SMALL),
    ({ searches }) => searches.withdraw("withdrawn"),
    ({ searches }) => searches.drop(Number.MAX_SAFE_INTEGER),
  ],
  tables: OF_SEARCHES,
};

const season = await seasonOf(engine, datasets, { boards: ["susde-daily", "susdf-daily"] });
const candidates = datasets.slice(0, 2).map((dataset) =>
  catalogueCandidates(engine, dataset, 2, dataset.header.marketId)
);

function enter(board: string, candidate: string, at: number): Step {
  return async ({ arena }) =>
    await arena.seasons.enter({
      seasonId: season.seasonId,
      keyId: `key-${at % 2}`,
      board,
      candidate,
      candidateHash: await sha256Hex(candidate),
      name: `Carry ${at}`,
      // A client that asks again gets the entry that is there, whatever salt the server would take.
      salt: new Uint8Array(16).fill(at),
    });
}

const score: Step = async (stores, telling) => {
  const { searches, arena: { seasons } } = stores;
  await orderSeasons({ seasons, searches, engine, datasets, clock: telling.jobs });
  await work(stores, telling);
};

const SEASON: Story = {
  steps: [
    ({ arena }) => arena.seasons.create(season),
    ...season.boards.flatMap((board, at) =>
      (candidates[at] ?? []).map((candidate, place) => enter(board, candidate, 2 * at + place))
    ),
    (_, { seasons }) => Promise.resolve(seasons.advance(HOUR_MS)),
    ({ arena }) => arena.seasons.reveal(season.seasonId, REVEAL),
    score,
  ],
  tables: ["log", "seasons", "season_entries", "season_counts", "season_boards", "season_matrices"],
};

function publish(candidate: number, name: string): Step {
  return ({ arena }) =>
    arena.published.publish({
      keyId: "key",
      datasetHash: "d".repeat(64),
      candidateHash: String(candidate).repeat(64),
      evidence: "{}",
      name,
      hasTexts: false,
      isEligible: false,
      figures: { score: 100 + candidate, edge: 0.5 },
      signedBy: "a".repeat(16),
      issuedAt: OPENS,
      receipt: `{"candidate":${candidate}}`,
    }, 2);
}

/** Makes a key that signs; the one before it, by its letter, ends a minute later. */
function sign(keyId: string, previous: string | null): Step {
  const record = {
    kind: "key" as const,
    keyId: keyId.repeat(16),
    publicKey: new Uint8Array(32).toBase64(),
    from: secondOf(OPENS),
    previous: previous?.repeat(16) ?? null,
    signature: null,
  };
  return ({ arena }) => arena.signingKeys.add(record, previous === null ? null : OPENS + 60_000);
}

const PRACTICE: Story = {
  steps: [
    sign("a", null),
    publish(1, "first"),
    publish(2, "second"),
    publish(3, "over the quota"),
    publish(1, "renamed"),
    ({ arena }) => arena.published.unpublish("key", "2".repeat(64)),
    publish(4, "in its place"),
    ({ arena }) => arena.published.remove("1".repeat(64)),
    sign("b", "a"),
  ],
  tables: ["published", "practice_boards", "signing_keys", "log"],
};

/** The stories that every store is told. */
export const STORIES: Readonly<Record<string, Story>> = {
  "a small search": searchOf(SMALL),
  "an order that is taken back": TAKEN_BACK,
  "a small season": SEASON,
  "a practice row": PRACTICE,
};

const EARLY = { enqueue: [[14, 65], { period: 7.5, overbought: 70 }], evaluate: 2 };

/** Searches of many stages, whose way depends on the results so far. */
export const LONG_STORIES: Readonly<Record<string, Story>> = {
  "several markets, own candidates, an early end": searchOf({
    ...EARLY,
    markets: { ids: [1, 2], by: "worst" },
    method: { kind: "sobol", count: 3_000, seed: 3, patience: 500 },
    windows: { kind: "holdout", share: 0.3, purge: 1, embargo: 1 },
  }),
  "rounds around the best, an early end": searchOf({
    ...EARLY,
    method: { kind: "adaptive", count: 4_000, seed: 3, patience: 300 },
  }),
  "halving with folds": searchOf({
    method: { kind: "halving", count: 300, seed: 1 },
    windows: { kind: "walkForward", folds: 2 },
    evaluate: 0,
  }),
  "a search by edge, on paths": searchOf({
    method: { kind: "sobol", count: 24, seed: 3 },
    aim: "edge",
    evaluate: 1,
  }),
};
