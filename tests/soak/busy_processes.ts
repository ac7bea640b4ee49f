/** How much lower the priority of search workers is, see `lower_priority.ts`. */
const LEVELS = 4;

/** Processes that keep every core busy, with the priority of search workers. */
export class BusyProcesses implements Disposable {
  readonly #processes: readonly Deno.ChildProcess[];

  constructor() {
    this.#processes = Array.from(
      { length: navigator.hardwareConcurrency },
      () =>
        new Deno.Command("nice", {
          args: ["-n", String(LEVELS), "sh", "-c", "while :; do :; done"],
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).spawn(),
    );
  }

  [Symbol.dispose](): void {
    for (const busy of this.#processes) busy.kill("SIGKILL");
  }
}
