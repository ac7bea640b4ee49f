import type { Mutant } from "./plan.ts";

const SAY_EVERY = 20;

/** Outcomes of the mutants so far; those that a test caught are written to a file, if one is given. */
export class Progress {
  readonly #file: string | null;
  readonly #count: number;
  readonly #caught: Set<string>;
  #tried = 0;
  #survived = 0;

  private constructor(file: string | null, count: number, caught: Set<string>) {
    this.#file = file;
    this.#count = count;
    this.#caught = caught;
  }

  /**
   * @param file records caught mutants, created if missing; null to record nothing
   * @param count number of mutants
   */
  static async open(file: string | null, count: number): Promise<Progress> {
    const text = file === null ? "" : await Deno.readTextFile(file).catch(() => "");
    return new Progress(file, count, new Set(text.split("\n")));
  }

  isCaught(mutant: Mutant): boolean {
    return this.#caught.has(nameOf(mutant));
  }

  /**
   * Records the result of a mutant.
   *
   * @param by the tests that caught it; null if it survived
   */
  async note(mutant: Mutant, by: string | null): Promise<void> {
    this.#tried++;
    const name = nameOf(mutant);
    if (by !== null) {
      this.#caught.add(name);
      if (this.#file !== null) await Deno.writeTextFile(this.#file, `${name}\n`, { append: true });
    } else {
      this.#survived++;
      const { source: { path }, line, code, label } = mutant;
      this.say(`survived: ${path}:${line}: ${code}: ${label}`);
    }
    if (this.#tried % SAY_EVERY === 0) {
      this.say(`${this.#tried} tried of ${this.#count}, ${this.#survived} survived`);
    }
  }

  /** Prints a message before the table is complete. */
  say(line: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
  }
}

/** Identifies a mutation of a file's current content; a changed file has different mutants. */
function nameOf({ source: { path, digest }, start, end, replacement }: Mutant): string {
  return JSON.stringify([path, digest, start, end, replacement]);
}
