// This module is browser compatible.

import { transfer } from "../../base/remote_messages.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { CountsByDataset } from "../../contracts/trial.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { evaluated, type EvaluatedTrial } from "../stages/evaluated.ts";
import {
  type PointsFile,
  type PointsWriter,
  type RangeAnswer,
  type RangeTask,
  runRange,
} from "./run_range.ts";
import { BlockPace } from "./block_pace.ts";
import { Stopped } from "../stages/ranges.ts";
import { reportStep } from "./report_step.ts";
import type { ReportStep } from "./search_workers.ts";
import { runUtilities, type UtilitiesTask } from "./run_utilities.ts";
import { type Pause, Turns } from "./turns.ts";
import { RecentRequests } from "./yield_to_requests.ts";

/** Everything that a worker of a search needs before its first call. */
export interface RangeStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  /** Memory of the `RecentRequests` of a server, to which its searches yield. */
  readonly requests?: SharedArrayBuffer;
  /** How long a block of candidates may take while no request is expected. */
  readonly blockMs?: number;
}

/** Makes the writer of a file of points. */
export type WritePoints = (file: PointsFile) => PointsWriter;

/** How long a block may take while no request is expected: a stopped call ends before its worker is given up. */
const CALM_MS = 48;

function noWriter(): never {
  throw new Error("this worker writes no files of points");
}

/** The service of a worker of searches. Its calls take turns, block by block. */
export class RangeService {
  readonly #load: (module: WebAssembly.Module) => Engine;
  readonly #write: WritePoints;
  #started: Engine | null = null;
  #requests: RecentRequests | null = null;
  #blockMs = CALM_MS;
  readonly #turns = new Turns({ isResting: () => this.#requests?.expectsRequests ?? false });
  /** The last plan, and the size of its blocks. */
  #paced = { plan: "", pace: new BlockPace() };

  /**
   * @param load makes the worker's engine
   * @param write makes the writer of a file of points, which pages do without
   */
  constructor(load: (module: WebAssembly.Module) => Engine, write: WritePoints = noWriter) {
    this.#load = load;
    this.#write = write;
  }

  /** Makes the engine; comes before all other calls. */
  start({ module, datasets, requests, blockMs = CALM_MS }: RangeStart): void {
    const engine = this.#load(module);
    for (const dataset of datasets) {
      const answer = engine.addDataset(dataset);
      if (payloadOf(answer) === null) throw new Error(new TextDecoder().decode(answer));
    }
    this.#started = engine;
    this.#blockMs = blockMs;
    this.#requests = requests ? new RecentRequests(requests) : null;
  }

  /**
   * Runs a range of a stage.
   *
   * @throws {Stopped} between two blocks, after the signal has aborted
   */
  range(task: RangeTask, signal: AbortSignal): Promise<RangeAnswer> {
    return this.#turns.run(signal, async (pause) => {
      const engine = this.#require();
      const pace = this.#paceOf(task.plan);
      const next = async (at: number): Promise<number> => {
        if (at > 0) pace.end(this.#requests?.expectsRequests ? undefined : this.#blockMs);
        await nextBlock(pause, signal);
        return pace.begin();
      };
      const writer = task.file ? this.#write(task.file) : null;
      const answer = await runRange(engine, task, next, writer);
      const { numbers, summary, part } = answer;
      const buffers = [numbers.buffer, summary.buffer];
      return transfer(answer, part === null ? buffers : [...buffers, part.buffer]);
    });
  }

  /**
   * Returns the next stage of a search, or its report. Nothing interrupts it: it takes a second or two.
   *
   * @throws {Stopped} when the signal aborts before its turn
   */
  report(request: Bytes, results: Bytes, signal: AbortSignal): Promise<ReportStep> {
    return this.#turns.run(signal, async (pause) => {
      await nextBlock(pause, signal);
      const step = reportStep(this.#require(), request, results);
      return transfer(step, [step.answer.buffer, step.rows.buffer]);
    });
  }

  /**
   * Evaluates candidates, one after the other.
   *
   * @throws {Stopped} between two candidates, after the signal has aborted
   */
  evaluate(
    candidates: readonly Candidate[],
    counts: CountsByDataset,
    signal: AbortSignal,
  ): Promise<readonly EvaluatedTrial[]> {
    return this.#turns.run(signal, async (pause) => {
      const engine = this.#require();
      const evaluations: EvaluatedTrial[] = [];
      for (const candidate of candidates) {
        await nextBlock(pause, signal);
        evaluations.push(evaluated(engine, candidate, counts));
      }
      return evaluations;
    });
  }

  /**
   * Runs the entries of a season on some of its paths.
   *
   * @param moved called when a block begins, and when it has ended
   * @throws {Stopped} between two blocks, after the signal has aborted
   * @throws {RunTrapped} when the engine traps; this worker is lost then
   */
  utilities(
    task: UtilitiesTask,
    signal: AbortSignal,
    moved: () => void,
  ): Promise<Float64Array<ArrayBuffer>> {
    return this.#turns.run(signal, async (pause) => {
      const pace = new BlockPace();
      let hasBegun = false;
      const next = async (): Promise<number> => {
        if (hasBegun) {
          pace.end();
          moved();
        }
        hasBegun = true;
        await nextBlock(pause, signal);
        moved();
        return pace.begin();
      };
      const rows = await runUtilities(this.#require(), task, next);
      return transfer(rows, [rows.buffer]);
    });
  }

  /** Ranks rows of utilities of a season. Nothing interrupts it: 10,000 rows take some seconds. */
  ranks(
    utilities: Float64Array,
    paths: number,
    signal: AbortSignal,
  ): Promise<Float64Array<ArrayBuffer>> {
    return this.#turns.run(signal, async (pause) => {
      await nextBlock(pause, signal);
      return this.#require().seasonRanks(utilities, paths);
    });
  }

  /** Ranges of one plan continue with the size of its last block. */
  #paceOf(searched: SearchPlan): BlockPace {
    const plan = JSON.stringify(searched);
    if (plan !== this.#paced.plan) this.#paced = { plan, pace: new BlockPace() };
    return this.#paced.pace;
  }

  #require(): Engine {
    if (this.#started === null) throw new Error("it has not started");
    return this.#started;
  }
}

/**
 * Lets other calls and requests go first.
 *
 * @throws {Stopped} when the signal has aborted
 */
async function nextBlock(pause: Pause, signal: AbortSignal): Promise<void> {
  await pause();
  if (signal.aborted) throw new Stopped("Cannot continue: the search was stopped");
}
