// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";
import { score, type Scored, sweepEngines } from "../background.ts";
import { type Failure, failureOf } from "../engine/failure.ts";
import type { SweepError, SweepPoint } from "../engine/messages.ts";
import type { Plan } from "./plan.ts";
import { isPoint, runSweep } from "./run.ts";

/** The state of a sweep. */
export interface Sweep {
  readonly plan: Plan;
  /** By the place of the cell; null: it has not run. Filled as points arrive. */
  readonly outcomes: readonly (SweepPoint | SweepError | null)[];
  /** Cells that the engine has answered, and those of them that ran: it rejects the others. */
  readonly doneCount: number;
  readonly ranCount: number;
  readonly cores: number;
  /** Time of the runs, without loading engines and datasets, milliseconds. */
  readonly elapsedMs: number;
  readonly state: "opening" | "running" | "cancelled" | "finished" | "failed";
  readonly failure: Failure | null;
  /** Place of the cell with the highest score; null until the sweep ends, or when none ran. */
  readonly best: number | null;
  /** The evaluation of the best cell, as if it were the only one. */
  readonly bestScored: Scored | null;
}

/** Name of the `performance` entry for the runs of a sweep. */
export const SWEEP_MEASURE = "sweep";

/** Time between two drawings of the progress, milliseconds. */
const SHOW_MS = 200;

const current = signal<Sweep | null>(null);
let cancel = new AbortController();

/** The last sweep; it continues while other views are shown. */
export const sweep: ReadonlySignal<Sweep | null> = current;

/** Cancels the running sweep; its points stay. */
export function cancelSweep(): void {
  cancel.abort();
}

/** Starts a sweep; cancels a running one. */
export async function startSweep(plan: Plan): Promise<void> {
  cancel.abort();
  const mine = cancel = new AbortController();
  const work = new Work(plan, (changed) => {
    if (mine === cancel) current.value = changed;
  });
  await work.run(mine.signal);
}

/** The map shows which cells the engine rejects; any other failure ends the sweep. */
function passRejection(thrown: unknown): void {
  if (failureOf(thrown).kind !== "rejected") throw thrown;
}

class Work {
  readonly #outcomes: (SweepPoint | SweepError | null)[];
  readonly #show: (sweep: Sweep) => void;
  #state: Sweep;
  #isShowing = false;

  constructor(plan: Plan, show: (sweep: Sweep) => void) {
    this.#outcomes = plan.cells.map(() => null);
    this.#show = show;
    this.#state = {
      plan,
      outcomes: this.#outcomes,
      doneCount: 0,
      ranCount: 0,
      cores: sweepEngines().length,
      elapsedMs: 0,
      state: "opening",
      failure: null,
      best: null,
      bestScored: null,
    };
    show(this.#state);
  }

  async run(signal: AbortSignal): Promise<void> {
    const [first] = this.#state.plan.cells;
    try {
      // Load the dataset into each engine before the time is measured.
      if (first !== undefined) {
        await Promise.all(sweepEngines().map((engine) => engine.check(first).catch(passRejection)));
      }
      const isWhole = await this.#runAll(signal);
      this.#finish(isWhole ? "finished" : "cancelled");
      await this.#scoreBest();
    } catch (thrown) {
      this.#set({ state: "failed", failure: failureOf(thrown) });
    }
  }

  async #runAll(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now();
    const isWhole = await runSweep({
      candidates: this.#state.plan.cells,
      engines: sweepEngines(),
      signal,
      received: (first, points) => {
        points.forEach((point, index) => {
          this.#outcomes[first + index] = point;
        });
        const doneCount = this.#state.doneCount + points.length;
        const ranCount = this.#state.ranCount + points.filter(isPoint).length;
        const elapsedMs = performance.now() - startedAt;
        this.#state = { ...this.#state, state: "running", doneCount, ranCount, elapsedMs };
        this.#showSoon();
      },
    });
    performance.measure(SWEEP_MEASURE, { start: startedAt });
    return isWhole;
  }

  /** Shows progress at intervals: drawing a map takes as long as running a chunk. */
  #showSoon(): void {
    if (this.#isShowing) return;
    this.#isShowing = true;
    setTimeout(() => {
      this.#isShowing = false;
      this.#show(this.#state);
    }, SHOW_MS);
  }

  #finish(state: "finished" | "cancelled"): void {
    let best: number | null = null;
    let highest = -Infinity;
    this.#outcomes.forEach((outcome, place) => {
      if (isPoint(outcome) && outcome.score > highest) [best, highest] = [place, outcome.score];
    });
    this.#set({ state, best });
  }

  /** Scores the best cell as if it were the only one. */
  async #scoreBest(): Promise<void> {
    const { best, plan } = this.#state;
    const candidate = best === null ? null : plan.cells[best] ?? null;
    if (candidate === null) return;
    this.#set({ bestScored: await score(candidate) });
  }

  #set(change: Partial<Sweep>): void {
    this.#state = { ...this.#state, ...change };
    this.#show(this.#state);
  }
}
