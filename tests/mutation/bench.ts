import { ROOT } from "../../server/testing/root.ts";

/** The outcome of a run of tests. */
export type Outcome = "passed" | "failed" | "late";

/** A copy of the work tree in which files are mutated. */
export class Bench implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies tracked files and those that git would add. */
  static async make(): Promise<Bench> {
    const folder = await Deno.makeTempDir({ prefix: "arena-mutants-" });
    const { stdout } = await new Deno.Command("git", {
      args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      cwd: ROOT,
    }).output();
    const paths = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
    await Promise.all(paths.map(async (path) => {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(ROOT + path, `${folder}/${path}`);
    }));
    return new Bench(folder);
  }

  /** Writes a file of the copy. */
  async write(path: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.#folder}/${path}`, text);
  }

  /** Runs tests until the first failure or the timeout; missing paths are skipped. */
  async run(paths: readonly string[], deadlineMs: number): Promise<Outcome> {
    const present = await Promise.all(paths.map(async (path) => {
      return await Deno.stat(`${this.#folder}/${path}`).then(() => [path], () => []);
    }));
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--no-prompt",
        "--no-check",
        "--allow-all",
        "--doc",
        "--fail-fast",
        "--quiet",
        ...present.flat(),
      ],
      cwd: this.#folder,
      // A separate process group, so that servers started by the tests end with them.
      detached: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, deadlineMs);
    const { success } = await child.status;
    clearTimeout(timer);
    endGroup(child.pid);
    if (isLate) return "late";
    return success ? "passed" : "failed";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Ends a process and all of its descendants. */
function endGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
