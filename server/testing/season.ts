import type { Clock } from "../base/clock.ts";
import { sha256Hex } from "../base/hash.ts";
import type { SeasonDefinition } from "../contracts/season.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { hashNow } from "../process/signing_key.ts";
import { boardDatasets, seasonVersions } from "../season/jobs/season_boards.ts";
import { JobRunner } from "../search/jobs/job_runner.ts";
import type { SharedWorkers } from "../search/workers/search_workers.ts";
import { seasonKind } from "../season/jobs/season_kind.ts";
import { orderSeasons } from "../season/jobs/season_queue.ts";
import type { Signer, SigningKey } from "../season/rules/receipt.ts";
import { secretHashOf } from "../season/rules/seeds.ts";
import type { ArenaStore } from "../season/store/arena_store.ts";
import type { Searches } from "../store/searches.ts";
import { catalogueCandidates } from "./catalogue_candidates.ts";
import { SECRET } from "./reveal.ts";
import { until } from "./until.ts";

/** Failures of a store, of which the first is retried. */
const REPORTS_MAX = 5;

/** Returns the definition of a season of tests, open for an hour from an instant. */
export async function seasonOf(
  engine: Engine,
  datasets: readonly Dataset[],
  change: Partial<SeasonDefinition> = {},
): Promise<SeasonDefinition> {
  return {
    seasonId: "autumn-1",
    title: "Autumn",
    boards: ["susde-daily"],
    capital: "100000",
    paths: 64,
    opensAt: "2026-11-01T00:00:00Z",
    closesAt: "2026-11-01T01:00:00Z",
    entriesPerKey: 1_000,
    secretHash: await secretHashOf(SECRET),
    beacon: null,
    versions: seasonVersions(engine, datasets),
    ...change,
  };
}

/** Enters candidates of the catalogue, of five keys, into all boards of an open season. */
export async function enterCatalogue(
  { seasons }: ArenaStore,
  { seasonId, boards }: SeasonDefinition,
  engine: Engine,
  datasets: readonly Dataset[],
  count: number,
): Promise<void> {
  const ofBoards = boardDatasets(datasets);
  for (const [at, board] of boards.entries()) {
    const dataset = ofBoards.get(board);
    if (dataset === undefined) throw new Error(`there is no dataset of ${board}`);
    const texts = catalogueCandidates(engine, dataset, count, at + 1);
    for (const [place, candidate] of texts.entries()) {
      const outcome = await seasons.enter({
        seasonId,
        keyId: `key-${place % 5}`,
        board,
        candidate,
        candidateHash: await sha256Hex(candidate),
        name: place % 3 === 0 ? `Carry ${place}` : "",
        salt: new Uint8Array(16).fill(place),
      });
      if (outcome.kind !== "entered") throw new Error(`the entry was refused: ${outcome.kind}`);
    }
  }
}

/** Returns an engine that runs entries on paths in another way. */
export function withUtilities(engine: Engine, pathUtilities: Engine["pathUtilities"]): Engine {
  return new Proxy(engine, {
    get(target, name): unknown {
      if (name === "pathUtilities") return pathUtilities;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** Returns the signer of a server that has a key. */
export function signerOf(key: SigningKey, issuer: string): Signer {
  return { issuer, sign: (statement) => Promise.resolve(key.sign(statement)), hash: hashNow };
}

export interface ScoringParts {
  readonly arena: ArenaStore;
  readonly searches: Searches;
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly workers: SharedWorkers;
  readonly clock: Clock;
  readonly signer?: Signer;
  /** Called before a job runs, and with its outcome before that is stored. */
  onJob?(line: string): void;
}

/** Orders and runs the search of all revealed seasons, until every one of them is scored. */
export async function scoreSeasons(
  { arena: { seasons }, searches: { searches, jobs }, signer, onJob, ...parts }: ScoringParts,
): Promise<void> {
  const { engine, datasets, workers, clock } = parts;
  await orderSeasons({ seasons, searches, engine, datasets, clock });
  const runner = new JobRunner({
    store: searches,
    engine,
    datasets,
    workers,
    otherKind: seasonKind(seasons, signer),
    clock,
  });
  const stopping = new AbortController();
  const reports: string[] = [];
  const work = jobs.work({
    parallel: workers.size + 1,
    workers: workers.size,
    signal: stopping.signal,
    run: async (job, cancelled) => {
      onJob?.(`${job.kind} begins`);
      const outcome = await runner.run(job, cancelled);
      onJob?.(`${job.kind} has ${outcome.kind}`);
      return outcome;
    },
    report: (reason) => void reports.push(reason),
  });
  try {
    await until(async () => {
      // A job that is put back again and again would never end.
      if (reports.length >= REPORTS_MAX) throw new Error(reports.join("; "));
      const ids = (await seasons.list()).flatMap(({ state, searchId }) =>
        state === "revealed" && searchId !== null ? [searchId] : []
      );
      for (const id of ids) {
        if ((await searches.find(id))?.status !== "failed") continue;
        throw new Error(await searches.outcome(id) ?? "the search failed");
      }
      return ids.length === 0;
    }, "the jobs of the seasons");
  } finally {
    stopping.abort();
    await work;
  }
  if (reports.length > 0) throw new Error(reports.join("; "));
}
