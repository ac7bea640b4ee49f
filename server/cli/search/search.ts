import { rankingFigure, type SearchPlan } from "../../contracts/plan.ts";
import { type OpenEngine, openEngine } from "../open_engine.ts";
import { ApiError, messageOf, StartError } from "../../base/errors.ts";
import { counted } from "../../wording/numbers.ts";
import { WorkerPool } from "../../search/workers/worker_pool.ts";
import { continued } from "../../search/stages/enqueue.ts";
import { JobRunner } from "../../search/jobs/job_runner.ts";
import { basisOf } from "../../search/stages/order.ts";
import { prepare, withRealOf } from "../../search/stages/prepared.ts";
import { faultLines, readRequest } from "../../search/jobs/read_request.ts";
import { Stopped } from "../../search/stages/ranges.ts";
import type { SearchReport } from "../../search/report/report.ts";
import { readConfig } from "../../process/config.ts";
import { spawnSearchWorker } from "../../process/store_thread/spawn_worker.ts";
import { print, printError } from "../../process/output.ts";
import { onStopSignal } from "../../process/signals.ts";
import { estimateSearch, estimateText } from "./estimate.ts";
import { readSearchOptions, type SearchOptions } from "./options.ts";
import { Progress } from "./progress.ts";
import { reportHtml } from "./report_html.ts";
import { reportText } from "./report_text.ts";
import { writePoints } from "./points_file.ts";
import { runJobs } from "./run_jobs.ts";
import { SearchFolder } from "./search_folder.ts";

/** Candidates up to which points are kept by default. */
const POINTS_KEPT = 1_000_000;
/** How long a worker's block may take: a stopped command needs no worker again. */
const BLOCK_MS = 256;
/** The exit code of a program that Ctrl-C ends. */
const STOPPED_CODE = 130;

/**
 * Runs a search plan, or resumes it.
 *
 * @param words arguments after `search` on the command line
 * @throws {StartError} with the reason
 */
export async function runSearch(words: readonly string[]): Promise<void> {
  const options = await readSearchOptions(words);
  const config = readConfig((name) => Deno.env.get(name));
  const opened = await openEngine(config);
  try {
    await search(options, opened);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(toText(error, options.name), { cause: error });
  }
  // The handlers of the signals would keep the process.
  Deno.exit();
}

async function search(
  options: SearchOptions,
  { module, engine, datasets }: OpenEngine,
): Promise<void> {
  const { topMax, out, isJson } = options;
  const { plan: written } = readRequest(engine, { plan: options.plan });
  const plan = options.from === null ? written : await continuedFrom(options.from, written);
  const prepared = prepare(plan, topMax, engine, datasets);
  const { datasets: used, total, units } = prepared;
  const keepsPoints = options.keepsPoints ?? total <= POINTS_KEPT;
  const workers = options.workers || navigator.hardwareConcurrency;
  const loaded = withRealOf(used, datasets);
  const order = { plan, topMax, keepsPoints, basis: basisOf(engine, used, loaded) };
  const estimate = await estimateSearch(engine, prepared, order, workers);
  if (!isJson || options.isDry) {
    const text = options.isDry && isJson ? JSON.stringify(estimate) : estimateText(estimate, out);
    if (options.isDry) return print(text);
    printError(text);
  }
  const size = { candidates: total, units };
  using folder = await SearchFolder.open(out, order, size);
  const isTerminal = Deno.stderr.isTerminal();
  // One more than workers, so that every worker stays busy while a result is stored.
  const parallel = workers + 1;
  const progress = new Progress(
    { isTerminal, write: (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)) },
    {
      ...size,
      found: await folder.store.progress(folder.id),
      parallel,
      aim: rankingFigure(plan),
    },
  );
  const stopping = stopOnSignal(() => progress.end());
  try {
    const startMs = performance.now();
    if (await folder.report() === null) {
      const start = { module, datasets: loaded, blockMs: BLOCK_MS };
      const pool = await WorkerPool.start(workers, spawnSearchWorker, start);
      progress.begin();
      await runJobs(folder, {
        runner: new JobRunner({ store: folder.store, engine, datasets: loaded, workers: pool }),
        parallel,
        signal: stopping,
        onRange: (stage, result, units) => progress.add(stage, result, units),
      }).finally(() => (progress.end(), pool.stop()));
    }
    const report = await folder.report();
    if (report === null) throw new Error("Cannot read the report: the search has none");
    if (keepsPoints) await writePoints(folder, report);
    await writeReport(folder, report);
    const seconds = (performance.now() - startMs) / 1000;
    printError(`${ranText(progress.counts, seconds)} on ${counted(workers, "worker")}`);
    print(isJson ? JSON.stringify(report) : reportText(report, out));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    printError(`Stopped; finished ranges are kept in ${out}, the same command resumes`);
    Deno.exitCode = STOPPED_CODE;
  }
}

/** Returns a signal that aborts with the first signal to the process; a second one ends it. */
function stopOnSignal(stopped: () => void): AbortSignal {
  const stopping = new AbortController();
  onStopSignal({
    stop: () => {
      stopped();
      printError("Stopping the ranges in flight; a second Ctrl-C stops at once");
      stopping.abort();
    },
    stopNow: () => Deno.exit(STOPPED_CODE),
  });
  return stopping.signal;
}

function ranText(
  { fresh, found }: { readonly fresh: number; readonly found: number },
  seconds: number,
): string {
  const [ran, done] = [fresh, found].map((count) => count.toLocaleString("en-US"));
  const already = found > 0 ? ` (${done} were already done)` : "";
  return `Ran ${ran} candidates${already} in ${seconds.toFixed(1)} s`;
}

/** Returns a plan that begins with the best candidates of a finished search in another folder. */
async function continuedFrom(folder: string, plan: SearchPlan): Promise<SearchPlan> {
  const file = `${folder}/report.json`;
  let report: Pick<SearchReport, "top">;
  try {
    report = JSON.parse(await Deno.readTextFile(file));
  } catch (cause) {
    throw new StartError(
      `Cannot search from ${folder}: ${messageOf(cause)}; name the folder of a finished search`,
      { cause },
    );
  }
  return continued(plan, report.top ?? [], folder);
}

async function writeReport(folder: SearchFolder, report: SearchReport): Promise<void> {
  await folder.write("top.json", JSON.stringify(report.top, null, 2));
  await folder.write("report.html", await reportHtml(report));
  // Last: a reader that finds it finds the other files too.
  await folder.write("report.json", JSON.stringify(report, null, 2));
}

/** Returns the error as one line, and one line per wrong field. */
function toText(error: ApiError, name: string): string {
  const { code, message, context: { fieldErrors = [] } } = error;
  if (fieldErrors.length === 0) return `${code}: ${message}`;
  // The fields follow, so the sentence needs no reference to them.
  const [sentence] = message.replace("Cannot search:", `Cannot search with ${name}:`).split(
    ", see ",
  );
  return [sentence, ...faultLines(error).map((line) => `  ${line}`)].join("\n");
}
