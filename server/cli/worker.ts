import { systemClock } from "../base/clock.ts";
import { openEngine } from "./open_engine.ts";
import { messageOf, StartError } from "../base/errors.ts";
import { cancelWithKeys } from "../search/jobs/ended_keys.ts";
import { WorkerPool } from "../search/workers/worker_pool.ts";
import { counted } from "../wording/numbers.ts";
import { JobRunner, putBack } from "../search/jobs/job_runner.ts";
import { nameOf } from "../store/postgres/connection.ts";
import { openPostgresSearches } from "../store/postgres/searches.ts";
import type { Searches, SearchesOptions } from "../store/searches.ts";
import { StoreError } from "../store/sql.ts";
import { FolderParts } from "../store/parts/folder_parts.ts";
import { readConfig } from "../process/config.ts";
import { openArenaStore } from "../process/store_thread/open_arena_store.ts";
import { openSigner } from "../process/signing.ts";
import { seasonKind } from "../season/jobs/season_kind.ts";
import { keepScoring } from "../season/jobs/season_queue.ts";
import { spawnSearchWorker } from "../process/store_thread/spawn_worker.ts";
import { print, printError } from "../process/output.ts";
import { onStopSignal } from "../process/signals.ts";
import { type Command, readCommand, usageLine } from "./command_line.ts";
import { option } from "./option.ts";

const WORKERS_MAX = 256;
const WORKER = {
  name: "worker",
  summary: "Runs the searches of servers that share the database of DATABASE_URL, until a signal.",
  options: {
    workers: option(
      "N",
      `Ranges that run at once, from 1 to ${WORKERS_MAX}; one per core by default`,
    ),
  },
  examples: ["worker --workers 8"],
} as const satisfies Command;
const PAUSE_MS = 1_000;
/** The exit code of a program that Ctrl-C ends. */
const STOPPED_CODE = 130;

/**
 * Runs the searches of servers that share a database until a signal, then finishes its ranges.
 *
 * @param words arguments after `worker` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runWorker(words: readonly string[]): Promise<void> {
  const workers = readWorkers(words);
  const config = readConfig((name) => Deno.env.get(name));
  const { databaseUrl: url } = config;
  if (url === null) {
    throw new StartError(
      "Cannot work on searches: DATABASE_URL is not set, must be the database of the servers; " +
        "a server without one works on its searches itself",
    );
  }
  const stopping = new AbortController();
  onStopSignal({
    stop: () => {
      printError(
        "Stopping after the ranges in flight; a second signal stops at once, and other workers run them",
      );
      stopping.abort();
    },
    stopNow: () => Deno.exit(STOPPED_CODE),
  });
  const [{ module, engine, datasets }, opened] = await Promise.all([
    openEngine(config),
    openWhenThere(
      url,
      { files: new FolderParts(config.searches.points), connections: config.databaseConnections },
      stopping.signal,
    ),
  ]);
  if (opened !== null) {
    const { searches: store, jobs, close } = opened;
    const pool = await WorkerPool.start(workers, spawnSearchWorker, { module, datasets });
    const { seasons, close: closeArena } = await openArenaStore(config, systemClock);
    const runner = new JobRunner({
      store,
      engine,
      datasets,
      workers: pool,
      isShared: true,
      otherKind: seasonKind(seasons, await openSigner(config, systemClock, printError)),
    });
    cancelWithKeys(opened, systemClock, printError);
    keepScoring({ seasons, searches: store, engine, datasets, clock: systemClock }, printError);
    print(`Works on the searches of ${nameOf(url)} with ${counted(workers, "worker")}`);
    await jobs.work({
      // One more than the workers, so that none waits while a result is stored.
      parallel: workers + 1,
      workers,
      signal: stopping.signal,
      run: (job, cancelled) => runner.run(job, cancelled),
      report: (reason) => printError(putBack(reason)),
    });
    pool.stop();
    await closeArena();
    await close();
  }
  // The signal handlers would keep the process alive.
  Deno.exit();
}

/** Opens the searches once their database can be reached; null: a signal came first. */
async function openWhenThere(
  url: string,
  options: SearchesOptions,
  signal: AbortSignal,
  said: string | null = null,
): Promise<Searches | null> {
  try {
    return await openPostgresSearches(url, systemClock, options);
  } catch (error) {
    const reason = messageOf(error);
    if (!(error instanceof StoreError && error.isTemporary)) {
      throw new StartError(`Cannot use ${nameOf(url)}: ${reason}`, { cause: error });
    }
    const sentence = `Cannot reach ${nameOf(url)}, it will be retried: ${reason}`;
    if (sentence !== said) printError(sentence);
    await new Promise<void>((resolve) => {
      const cancel = systemClock.after(PAUSE_MS, resolve);
      signal.addEventListener("abort", () => (cancel(), resolve()), { once: true });
    });
    return signal.aborted ? null : await openWhenThere(url, options, signal, sentence);
  }
}

function readWorkers(words: readonly string[]): number {
  const { values } = readCommand(WORKER, words);
  const { workers = String(navigator.hardwareConcurrency) } = values;
  const count = /^\d{1,3}$/.test(workers) ? Number(workers) : 0;
  if (count >= 1 && count <= WORKERS_MAX) return count;
  throw new StartError(
    `--workers is "${workers}", must be a whole number from 1 to ${WORKERS_MAX}\n${
      usageLine(WORKER)
    }`,
  );
}
