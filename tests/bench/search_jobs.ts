/**
 * Measures how many ranges per second a PostgreSQL database completes,
 * `deno run -A tests/bench/search_jobs.ts [SECONDS]`: searches whose ranges answer at once with a
 * summary of usual size, so that the store is the limit and not the engine. The database is durable.
 * A completed range is one whose result is stored; the clock starts once each search has run one, so
 * that storing the jobs of all ranges, which every search does once, is not in the figure. Several
 * searches share the ranges, since a claim takes longer the more jobs wait.
 *
 * @module
 */

import { systemClock } from "../../server/base/clock.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { FolderParts } from "../../server/store/parts/folder_parts.ts";
import type { Searches } from "../../server/store/searches.ts";
import type { Job, JobOutcome, NewRange, StoredPart } from "../../server/store/search_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";

const SECONDS = Number(Deno.args[0] ?? 5);
const RANGES = 20_000;
const SUMMARY_CHARACTERS = 78_000;
/** The Parquet file of 32,768 candidates. */
const POINTS_BYTES = 720_000;
const NO_QUOTA = { units: Number.MAX_SAFE_INTEGER, since: 0, atOnce: 1_000 };

/** Texts and bytes of the size of a real range; the points cannot be compressed: the worst case. */
const summary = JSON.stringify(
  Array.from({ length: SUMMARY_CHARACTERS / 13 }, (_, at) => Math.sin(at).toFixed(9)),
).slice(0, SUMMARY_CHARACTERS);
const points = new Uint8Array(POINTS_BYTES);
for (let at = 0; at < points.length; at += 65_536) {
  crypto.getRandomValues(points.subarray(at, at + 65_536));
}

function rangesOf(searches: number): readonly NewRange[] {
  return Array.from({ length: RANGES / searches }, (_, at) => ({
    stage: "all",
    from: at * 32_768,
    count: 32_768,
    units: 327_680,
    priority: at,
    task: "{}",
  }));
}

const folder = await Deno.makeTempDir();
await using postgres = await Postgres.start({ isDurable: true });

/** Stores the points of a range, which differ from those of all others. */
async function partOf(
  { searches }: Searches,
  { searchId, from, count }: Extract<Job, { kind: "range" }>,
): Promise<StoredPart> {
  const bytes = points.slice();
  new DataView(bytes.buffer).setFloat64(0, from);
  return { key: await searches.putPart(searchId, bytes), rows: count, bytes: bytes.length };
}

/** Returns the ranges per second of some searches at once. */
async function rateOf(
  { searches, parallel, keepsPoints }: {
    readonly searches: number;
    readonly parallel: number;
    readonly keepsPoints: boolean;
  },
): Promise<number> {
  const opened = await openPostgresSearches(await postgres.database(), systemClock, {
    files: new FolderParts(folder),
  });
  const ids = Array.from({ length: searches }, (_, at) => `search-${at}`);
  await inTurn(
    ids,
    (id) =>
      opened.searches.add({ id, keyId: "key", order: "{}", candidates: 1, units: 1 }, NO_QUOTA),
  );
  const stopping = new AbortController();
  const begun = Promise.withResolvers<number>();
  const running = new Set<string>();
  /** Ranges before the clock started. */
  let before = 0;
  const run = async (job: Job): Promise<JobOutcome> => {
    if (job.kind === "step") return { kind: "ranges", ranges: rangesOf(searches) };
    running.add(job.searchId);
    if (running.size < searches) before++;
    else begun.resolve(performance.now());
    return {
      kind: "result",
      result: {
        count: job.count,
        summary,
        merit: null,
        best: null,
        points: null,
        part: keepsPoints ? await partOf(opened, job) : null,
      },
    };
  };
  const failed: string[] = [];
  const report = (reason: string): void => void failed.push(reason);
  const work = opened.jobs.work({ parallel, signal: stopping.signal, run, report });
  const startMs = await begun.promise;
  await new Promise<void>((resolve) => systemClock.after(SECONDS * 1000, resolve));
  stopping.abort();
  await work;
  const seconds = (performance.now() - startMs) / 1000;
  const stored = await inTurn(ids, (id) => opened.searches.ranges(id, "all"));
  await opened.close();
  if (failed.length > 0) throw new Error(failed.join("; "));
  return (stored.reduce((sum, { length }) => sum + length, 0) - before) / seconds;
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

print(`load ${Deno.loadavg().map((load) => load.toFixed(1)).join(" ")}, ${SECONDS} s each`);
const CASES = [[1, 1], [1, 2], [1, 8], [4, 8]] as const;
await inTurn([false, true], (keepsPoints) =>
  inTurn(CASES, async ([searches, parallel]) => {
    const rate = await rateOf({ searches, parallel, keepsPoints });
    print(
      `${searches} searches, ${parallel} jobs in hand${keepsPoints ? ", with points" : ""}: ` +
        `${rate.toFixed(1)} ranges/s`,
    );
  }));
await Deno.remove(folder, { recursive: true });
