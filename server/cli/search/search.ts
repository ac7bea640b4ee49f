import { chooserOf } from "../../contracts/plan.ts";
import { loadDatasets } from "../../datasets/loader.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { compileEngine, loadEngine } from "../../engine/load.ts";
import { okValue } from "../../engine/wire.ts";
import { EngineVersionsSchema } from "../../engine/wire_schemas.ts";
import { ApiError, StartError } from "../../base/errors.ts";
import { Crew } from "../../search/crew.ts";
import type { PlanDescription } from "../../search/engine_plan.ts";
import { makeReport } from "../../search/make_report.ts";
import { prepare, runStages } from "../../search/prepared.ts";
import type { SearchReport } from "../../search/report.ts";
import { runStage, Stopped } from "../../search/run_stage.ts";
import type { Stage, StageOutcome } from "../../search/stage.ts";
import { readConfig } from "../../process/config.ts";
import { print, printError } from "../../process/output.ts";
import { onStopSignal } from "../../process/signals.ts";
import { estimateOf, estimateText } from "./estimate.ts";
import { SearchFolder, type SearchIdentity } from "./folder.ts";
import { readSearchOptions, type SearchOptions } from "./options.ts";
import { Progress } from "./progress.ts";
import { reportPage } from "./report_page.ts";
import { reportText } from "./report_text.ts";
import { writePoints } from "./points_file.ts";

/** Points are kept without being asked for up to so many. */
const POINTS_KEPT = 1_000_000;
/** As of a program that Ctrl-C ends. */
const STOPPED_CODE = 130;

/**
 * Runs a search plan, or goes on with it.
 *
 * @param words arguments after `search` on the command line
 * @throws {StartError} that says what is wrong
 */
export async function runSearch(words: readonly string[]): Promise<void> {
  const options = await readSearchOptions(words);
  const config = readConfig((name) => Deno.env.get(name));
  const [module, datasets] = await Promise.all([
    compileEngine(),
    loadDatasets(config.datasetFolders, printError),
  ]);
  const engine = loadEngine(module);
  for (const dataset of datasets) engine.addDataset(dataset);
  try {
    await search(options, { module, engine, datasets });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(toText(error), { cause: error });
  }
}

interface Loaded {
  readonly module: WebAssembly.Module;
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
}

async function search(options: SearchOptions, { module, engine, datasets }: Loaded): Promise<void> {
  const { plan, topMax, out, isJson } = options;
  const prepared = prepare(plan, topMax, engine, datasets);
  const { draw, description, datasets: used, total } = prepared;
  const keepsPoints = options.keepsPoints ?? total <= POINTS_KEPT;
  const workers = options.workers || navigator.hardwareConcurrency;
  const estimate = estimateOf(engine, plan, { draw, total, workers, keepsPoints, description });
  if (!isJson || options.isDry) {
    const text = options.isDry && isJson ? JSON.stringify(estimate) : estimateText(estimate, out);
    if (options.isDry) return print(text);
    printError(text);
  }
  const identity: SearchIdentity = {
    plan,
    versions: okValue(EngineVersionsSchema, engine.versions()),
    datasets: used.map(({ header }) => header.sha256),
    topMax,
    keepsPoints,
  };
  using folder = await SearchFolder.open(out, identity);
  const isTerminal = Deno.stderr.isTerminal();
  const progress = new Progress(
    { isTerminal, write: (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)) },
    total,
    chooserOf(plan),
  );
  const stopping = new AbortController();
  onStopSignal({
    stop: () => {
      progress.end();
      printError("Stopping after the ranges in hand; a second Ctrl-C stops at once");
      stopping.abort();
    },
    stopNow: () => Deno.exit(STOPPED_CODE),
  });
  const crew = await Crew.start(workers, spawnWorker, { module, datasets: used });
  const run = (stage: Stage): Promise<StageOutcome> =>
    runStage(stage, {
      plan,
      names: description.columns,
      crew,
      store: folder,
      keepsPoints,
      signal: stopping.signal,
      onRange: (...range) => progress.add(...range),
    });
  try {
    const startMs = performance.now();
    const { stages, folds } = await runStages(prepared, run);
    progress.end();
    const report = await makeReport(folds, {
      plan,
      engine,
      datasets: used,
      crew,
      versions: identity.versions,
      statusNames: description.statuses,
      topMax,
      run,
    });
    await writeResults(folder, report, { stages, description, keepsPoints });
    const { fresh, found } = progress.counts;
    const seconds = (performance.now() - startMs) / 1000;
    printError(
      `Ran ${fresh.toLocaleString("en-US")} candidates in ${seconds.toFixed(1)} s on ${workers} ` +
        `workers${found > 0 ? `, ${found.toLocaleString("en-US")} were there already` : ""}`,
    );
    print(isJson ? JSON.stringify(report) : reportText(report, out));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    progress.end();
    printError(`Stopped; what is done is kept in ${out}, the same command goes on`);
    Deno.exitCode = STOPPED_CODE;
  } finally {
    crew.stop();
  }
  // The handlers of the signals would keep the process.
  Deno.exit();
}

async function writeResults(
  folder: SearchFolder,
  report: SearchReport,
  { stages, description, keepsPoints }: {
    readonly stages: readonly Stage[];
    readonly description: PlanDescription;
    readonly keepsPoints: boolean;
  },
): Promise<void> {
  const { columns: names, statuses: statusNames } = description;
  if (keepsPoints) {
    await writePoints(folder, { axes: report.plan.axes, names, statusNames, stages });
  }
  await folder.write("top.json", JSON.stringify(report.top, null, 2));
  await folder.write("report.html", reportPage(report));
  // Last: whoever finds it finds the others.
  await folder.write("report.json", JSON.stringify(report, null, 2));
}

function spawnWorker(): Worker {
  return new Worker(new URL("../../search/worker.ts", import.meta.url), {
    type: "module",
    // Everything that it needs comes in messages.
    deno: { permissions: "none" },
  });
}

/** Returns the error as one line, and one line per wrong field. */
function toText({ code, message, context }: ApiError): string {
  const fields = (context.fieldErrors ?? []).map(({ path, message }) => `  ${path} ${message}`);
  return [`${code}: ${message}`, ...fields].join("\n");
}
