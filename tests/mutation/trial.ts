import type { Bench } from "./bench.ts";
import { type Mutant, stagesOf } from "./plan.ts";

/** Tolerance for a loaded machine: tests may take this much longer than without a mutant. */
const SLOWER_MAX = 5;
const DEADLINE_MS_MIN = 15_000;
const BASELINE_DEADLINE_MS = 600_000;

/** Runs tests on mutants. */
export class Trial {
  readonly #clean: Bench;
  /** Timeouts of tests, by path. */
  readonly #deadlines = new Map<string, Promise<number>>();

  /** @param clean a copy that is never mutated */
  constructor(clean: Bench) {
    this.#clean = clean;
  }

  /**
   * Returns the tests that caught a mutant; null if it survived.
   *
   * @throws {Error} when tests fail without a mutant, because they would catch every mutant
   */
  async try(bench: Bench, mutant: Mutant): Promise<string | null> {
    const { source: { path, text }, start, end, replacement } = mutant;
    await bench.write(path, text.slice(0, start) + replacement + text.slice(end));
    try {
      for (const paths of stagesOf(mutant.source)) {
        const deadlineMs = await this.#deadline(paths);
        const outcome = await bench.run(paths, deadlineMs);
        if (outcome !== "passed") return `${paths.join(" ")} ${outcome}`;
      }
      return null;
    } finally {
      await bench.write(path, text);
    }
  }

  #deadline(paths: readonly string[]): Promise<number> {
    const name = paths.join(" ");
    const known = this.#deadlines.get(name) ?? this.#measure(paths);
    this.#deadlines.set(name, known);
    return known;
  }

  async #measure(paths: readonly string[]): Promise<number> {
    const startMs = performance.now();
    const outcome = await this.#clean.run(paths, BASELINE_DEADLINE_MS);
    if (outcome === "passed") {
      return Math.max(DEADLINE_MS_MIN, SLOWER_MAX * (performance.now() - startMs));
    }
    throw new Error(`Cannot try mutants: ${paths.join(" ")} ${outcome} without one`);
  }
}
