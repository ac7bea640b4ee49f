import type {
  Job,
  JobOutcome,
  NewRange,
  NewSearch,
  RangeResult,
  SearchJobs,
  SearchQuota,
  SearchStore,
} from "../../server/store/search_store.ts";
import { testWith, type Tool } from "../../server/testing/tools.ts";
import type { TrialStore } from "../../server/store/trial_store.ts";

/** An open store. `reopen` opens it again, as another process or after a restart. */
export interface OpenSearchStore {
  readonly searches: SearchStore;
  readonly jobs: SearchJobs;
  /** The trials of keys, as a server counts them. */
  readonly trials: TrialStore;
  reopen(): Promise<OpenSearchStore>;
  /** Executes a statement on the database of the searches. */
  exec(statement: string): Promise<void>;
  close(): Promise<void>;
}

export const PLENTY: SearchQuota = { units: 1e12, since: 0, atOnce: 100 };
const RANGES = 5;

export function searchOf(id: string, keyId = "key", units = 150): NewSearch {
  return { id, keyId, order: `{"order":"${id}"}`, candidates: 50, units };
}

/** Returns ranges of ten candidates each. */
export function rangesOf(stage: string, count = RANGES): readonly NewRange[] {
  return Array.from({ length: count }, (_, priority) => (
    { stage, from: 10 * priority, count: 10, units: 30, priority, task: `{"task":${priority}}` }
  ));
}

export function resultOf(from: number): RangeResult {
  return {
    count: 10,
    summary: Uint8Array.of(from),
    merit: -Math.abs(from - 20),
    best: `{"best":${from}}`,
    part: { key: `a/${from}.parquet`, rows: 10, bytes: 100 },
  };
}

/** Produces the outcomes of a search of two stages. */
export function outcomeOf(store: SearchStore): (job: Job) => Promise<JobOutcome> {
  return async (job) => {
    if (job.kind === "range") return { kind: "result", result: resultOf(job.from) };
    const ranges = await Promise.all(["one", "two"].map(async (stage) => {
      const there = await store.ranges(job.searchId, stage);
      return rangesOf(stage).filter(({ from }) => !there.includes(from));
    }));
    const missing = ranges.find((list) => list.length > 0);
    if (missing) return { kind: "ranges", ranges: missing };
    return { kind: "end", end: { status: "done", outcome: `{"report":true}` } };
  };
}

/** Runs jobs during some work, and ends after the jobs that run then. */
export async function working(
  { jobs }: Pick<OpenSearchStore, "jobs">,
  run: (job: Job, cancelled: AbortSignal) => Promise<JobOutcome>,
  during: () => Promise<void>,
  { parallel = 2, report = (): void => {} }: {
    readonly parallel?: number;
    readonly report?: (sentence: string) => void;
  } = {},
): Promise<void> {
  const stopping = new AbortController();
  const work = jobs.work({ parallel, signal: stopping.signal, run, report });
  try {
    await during();
  } finally {
    stopping.abort();
    await work;
  }
}

/** Returns whether a search has its report. */
export async function isDone(store: SearchStore, id: string): Promise<boolean> {
  return (await store.find(id))?.status === "done";
}

/** Returns a function that adds a test of a store, which opens and closes it. */
export function storeTests(
  name: string,
  open: () => Promise<OpenSearchStore>,
  tools: readonly Tool[] = [],
): (sentence: string, body: (store: OpenSearchStore) => Promise<void>) => void {
  return (sentence, body) =>
    testWith(tools, `${name}: ${sentence}`, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
}
