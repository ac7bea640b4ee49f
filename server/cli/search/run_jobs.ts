import { StartError } from "../../base/errors.ts";
import type { JobRunner } from "../../search/jobs/job_runner.ts";
import { Stopped } from "../../search/stages/ranges.ts";
import type { AnyStage } from "../../search/stages/stage.ts";
import type { RangeResult } from "../../store/search_store.ts";
import type { SearchFolder } from "./search_folder.ts";

/** How the jobs of a folder are run. */
export interface RunJobsOptions {
  readonly runner: Pick<JobRunner, "run">;
  /** Jobs at once. */
  readonly parallel: number;
  /** Stops the search; the ranges in flight run again when it resumes. */
  readonly signal: AbortSignal;
  /** @param units compute units of the range */
  onRange(stage: AnyStage, result: RangeResult, units: number): void;
}

/**
 * Runs the jobs of a folder's search until the search is done.
 *
 * @throws {Stopped} when the signal came first
 * @throws {StartError} when the search fails or its store cannot be written
 */
export async function runJobs(folder: SearchFolder, options: RunJobsOptions): Promise<void> {
  const ending = new AbortController();
  let failure: string | null = null;
  await folder.jobs.work({
    parallel: options.parallel,
    signal: AbortSignal.any([options.signal, ending.signal]),
    run: async (job, cancelled) => {
      const stopping = AbortSignal.any([cancelled, options.signal]);
      const outcome = await options.runner.run(job, stopping);
      if (outcome.kind === "end") ending.abort();
      if (outcome.kind === "end" && outcome.end.status === "failed") {
        // Rejecting puts the job back: the same command tries again.
        throw new Error(failure = outcome.end.outcome);
      }
      if (job.kind === "range" && outcome.kind === "result") {
        options.onRange(JSON.parse(job.task), outcome.result, job.units);
      }
      return outcome;
    },
    report: (reason) => {
      // The jobs in flight were stopped, which is no failure.
      if (options.signal.aborted) return;
      failure ??= `Cannot search into ${folder.path}: ${reason}; finished ranges are kept, ` +
        "the same command resumes";
      ending.abort();
    },
  });
  if (failure !== null) throw new StartError(failure);
  if (!ending.signal.aborted) throw new Stopped("Cannot continue: the search was stopped");
}
