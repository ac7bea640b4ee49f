// deno-lint-ignore no-external-import -- part of the runtime
import { tmpdir } from "node:os";
// deno-lint-ignore no-external-import -- part of the runtime
import { delimiter, dirname } from "node:path";
import { sha256Hex } from "../../server/base/hash.ts";
import { shell } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { sourcePaths } from "../../server/testing/sources.ts";
import { applyDiff, readRecipe, type Step } from "./recipe.ts";

const PAGE = ".github/CONTRIBUTING.md";

/** A copy of the repository as it is now, in which recipes are followed. */
export class Scratch implements AsyncDisposable {
  /** With a slash at its end. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Copies the repository.
   *
   * @param name of the folder, beside a hash of this checkout: cargo keeps one build for each place
   *   that it is asked to build, and two checkouts stay apart
   */
  static async make(name: string): Promise<Scratch> {
    const checkout = (await sha256Hex(ROOT)).slice(0, 8);
    const scratch = new Scratch(`${tmpdir()}/strategy-arena-${checkout}-${name}/`);
    await scratch[Symbol.asyncDispose]();
    const built = await sourcePaths("server/web/dist/");
    await Promise.all([...await sourcePaths(), ...built].map(async (path) => {
      await Deno.mkdir(dirname(scratch.folder + path), { recursive: true });
      await Deno.copyFile(ROOT + path, scratch.folder + path);
    }));
    return scratch;
  }

  /**
   * Does what recipes say: first all their edits, then their commands line by line, the same one once.
   *
   * @returns what the last command of each recipe printed
   */
  async follow<T extends readonly string[]>(...titles: T): Promise<{ [K in keyof T]: string }> {
    const page = await Deno.readTextFile(ROOT + PAGE);
    const recipes = titles.map((title) => readRecipe(page, title));
    for (const [at, steps] of recipes.entries()) {
      if (steps.length === 0) {
        throw new Error(`Cannot follow "${titles[at]}": it is not in ${PAGE}`);
      }
      for (const step of steps) if (step.kind !== "run") await this.#edit(step);
    }
    const printed = new Map<string, string>();
    const last: string[] = [];
    for (const steps of recipes) {
      const commands = steps.flatMap((step) =>
        step.kind === "run" ? step.script.trim().split("\n") : []
      );
      for (const command of commands) {
        if (!printed.has(command)) printed.set(command, await this.sh(command));
      }
      last.push(printed.get(commands.at(-1) ?? "") ?? "");
    }
    return last as { [K in keyof T]: string };
  }

  async #edit(step: Exclude<Step, { kind: "run" }>): Promise<void> {
    const file = this.folder + step.path;
    if (step.kind === "create") {
      await Deno.mkdir(dirname(file), { recursive: true });
      return await Deno.writeTextFile(file, step.text, { createNew: true });
    }
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, applyDiff(step.path, text, step.diff));
  }

  /** Runs a script at the root of the copy; returns what it printed. */
  async sh(script: string): Promise<string> {
    const path = [dirname(Deno.execPath()), Deno.env.get("PATH") ?? ""].join(delimiter);
    return await shell(script, {
      cwd: this.folder,
      // The packages are built already: the copy needs no build of its own for them. Tests of a
      // recipe are few: compiling them well takes longer than running them.
      env: {
        PATH: path,
        CARGO_TARGET_DIR: `${ROOT}engine-rs/target`,
        CARGO_PROFILE_DEV_OPT_LEVEL: "0",
        CARGO_PROFILE_WASM_DEV_OPT_LEVEL: "1",
        NO_COLOR: "1",
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}
