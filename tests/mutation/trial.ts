import { inTurn } from "../support/in_turn.ts";
import type { Bench } from "./bench.ts";
import { type Mutant, type Source, stagesOf } from "./plan.ts";

/** A loaded machine is no mutant: tests may take so much longer than they did without one. */
const SLOWER_MAX = 5;
const DEADLINE_MS_MIN = 15_000;
const BASELINE_DEADLINE_MS = 600_000;

/** Tests of a file, with the time after which they count as failed. */
interface Stage {
  readonly paths: readonly string[];
  readonly deadlineMs: number;
}

/** Runs tests on mutants. */
export class Trial {
  readonly #stages: ReadonlyMap<string, readonly Stage[]>;

  private constructor(stages: ReadonlyMap<string, readonly Stage[]>) {
    this.#stages = stages;
  }

  /**
   * Runs all stages once without a mutant.
   *
   * @throws {Error} when one fails: then it would call every mutant caught
   */
  static async prepare(bench: Bench, mutants: readonly Mutant[]): Promise<Trial> {
    const known = new Map<string, Stage | null>();
    const sources = new Map(mutants.map(({ source }) => [source.path, source]));
    const staged = await inTurn(sources.values(), async (source: Source) => {
      const stages = await inTurn(stagesOf(source), async (paths) => {
        const name = paths.join(" ");
        const stage = known.has(name) ? known.get(name) : await measure(bench, paths);
        known.set(name, stage ?? null);
        return stage ?? null;
      });
      return [source.path, stages.filter((stage) => stage !== null)] as const;
    });
    return new Trial(new Map(staged));
  }

  /** Returns which tests caught a mutant, null when none did. */
  async try(bench: Bench, { source, start, end, replacement }: Mutant): Promise<string | null> {
    const { path, text } = source;
    await bench.write(path, text.slice(0, start) + replacement + text.slice(end));
    try {
      for (const { paths, deadlineMs } of this.#stages.get(path) ?? []) {
        // deno-lint-ignore no-await-in-loop -- the next only when this one saw nothing
        const outcome = await bench.run(paths, deadlineMs);
        if (outcome !== "passed") return `${paths.join(" ")} ${outcome}`;
      }
      return null;
    } finally {
      await bench.write(path, text);
    }
  }
}

async function measure(bench: Bench, paths: readonly string[]): Promise<Stage | null> {
  const startMs = performance.now();
  const outcome = await bench.run(paths, BASELINE_DEADLINE_MS);
  if (outcome === "none") return null;
  if (outcome !== "passed") {
    throw new Error(`Cannot try mutants: ${paths.join(" ")} ${outcome} without one`);
  }
  const deadlineMs = Math.max(DEADLINE_MS_MIN, SLOWER_MAX * (performance.now() - startMs));
  return { paths, deadlineMs };
}
