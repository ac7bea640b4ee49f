// deno-lint-ignore no-external-import -- part of the runtime
import { tmpdir } from "node:os";
// deno-lint-ignore no-external-import -- part of the runtime
import { delimiter, dirname } from "node:path";
import { sha256Hex } from "../../server/base/hash.ts";
import { ROOT } from "../../server/testing/root.ts";
import { sourcePaths } from "../../server/testing/sources.ts";
import { applyDiff, readRecipe, type Step } from "./recipe.ts";

const PAGE = ".github/CONTRIBUTING.md";
const decoder = new TextDecoder();

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
   * Does what a recipe says, step by step.
   *
   * @returns what its last command printed
   */
  async follow(title: string): Promise<string> {
    const steps = readRecipe(await Deno.readTextFile(ROOT + PAGE), title);
    if (steps.length === 0) throw new Error(`Cannot follow "${title}": ${PAGE} has no such recipe`);
    let printed = "";
    for (const step of steps) {
      printed = await this.#do(step);
    }
    return printed;
  }

  async #do(step: Step): Promise<string> {
    if (step.kind === "run") return await this.sh(step.script);
    const file = this.folder + step.path;
    if (step.kind === "create") {
      await Deno.mkdir(dirname(file), { recursive: true });
      await Deno.writeTextFile(file, step.text, { createNew: true });
    } else {
      const text = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, applyDiff(step.path, text, step.diff));
    }
    return "";
  }

  /** Runs a script at the root of the copy; returns what it printed. */
  async sh(script: string): Promise<string> {
    const path = [dirname(Deno.execPath()), Deno.env.get("PATH") ?? ""].join(delimiter);
    const { success, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-euo", "pipefail", "-c", script],
      cwd: this.folder,
      // The packages are built already: the copy needs no build of its own for them.
      env: { PATH: path, CARGO_TARGET_DIR: `${ROOT}engine-rs/target`, NO_COLOR: "1" },
    }).output();
    if (success) return decoder.decode(stdout);
    throw new Error(`${script}${decoder.decode(stdout)}${decoder.decode(stderr)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}
