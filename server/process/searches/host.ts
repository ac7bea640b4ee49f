import { systemClock } from "../../base/clock.ts";
import { loadEngine } from "../../engine/load.ts";
import { okBytes } from "../../engine/wire.ts";
import { messageOf } from "../../base/errors.ts";
import { Crew } from "../../search/crew.ts";
import { JobRunner, putBack } from "../../search/job_runner.ts";
import type { SearchWorkers } from "../../search/search_run.ts";
import { Searches } from "../../services/searches.ts";
import { callServer, type SearchCall, type SearchReply } from "./calls.ts";
import { openSearches } from "./open_searches.ts";
import type { SearchStart } from "./search_thread.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Opens the searches of a server on this thread, and works on them.
 *
 * @returns what takes calls
 * @throws {Error} when the store cannot be opened
 */
export async function openHost(
  { module, datasets, place, workers, keepDays, requests }: SearchStart,
  reply: (reply: SearchReply) => void,
): Promise<(call: SearchCall) => Promise<void>> {
  const report = (sentence: string): void => reply({ kind: "report", sentence });
  const { searches: store, jobs } = await openSearches(place, systemClock);
  const engine = loadEngine(module);
  for (const dataset of datasets) okBytes(engine.addDataset(dataset));
  if (workers > 0) {
    let started: Promise<Crew> | null = null;
    // With the first job: a server that nobody searches on has none of its workers.
    const crew: SearchWorkers = {
      size: workers,
      run: async (task) => {
        const starting = started ??= Crew.start(workers, spawnWorker, {
          module,
          datasets,
          requests,
        });
        // Threads that cannot be had now may be had later.
        starting.catch(() => started = null);
        return await (await starting).run(task);
      },
    };
    const runner = new JobRunner({
      store,
      engine,
      datasets,
      workers: crew,
      isShared: place.databaseUrl !== null,
    });
    jobs.work({
      // One more than there are workers, so that none waits while a result is stored.
      parallel: workers + 1,
      signal: new AbortController().signal,
      run: (job) => runner.run(job),
      report: (reason) => report(putBack(reason)),
    });
  }
  const drop = (): void => {
    systemClock.after(HOUR_MS, drop);
    store.drop(systemClock.epochMs() - keepDays * DAY_MS)
      .catch((error) => report(`Cannot remove old searches: ${messageOf(error)}`));
  };
  drop();
  return callServer(
    new Searches({
      store,
      engine,
      datasets,
      clock: systemClock,
      workers,
      makeId: () => crypto.randomUUID(),
    }),
    reply,
  );
}

function spawnWorker(): Worker {
  return new Worker(new URL("../../search/worker.ts", import.meta.url), {
    type: "module",
    // Everything that it needs comes in messages.
    deno: { permissions: "none" },
  });
}
