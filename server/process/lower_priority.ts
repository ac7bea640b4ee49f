// deno-lint-ignore no-external-import -- part of the runtime
import os from "node:os";

/** Levels by which a call lowers a priority. */
const LEVELS = 2;
const LOWEST = os.constants.priority.PRIORITY_LOW;
const THIS_THREAD = 0;

/**
 * Lowers the priority of this thread and of the threads that it starts from now on, so that a thread
 * that answers requests gets a core at once. The thread that answers for searches calls this, and so does
 * the thread of jobs, which it starts: jobs and their workers are four levels below the main thread.
 * Beside one busy thread of its priority they get 29 % of the core that they share, which is more than
 * the quarter that searches keep. Only Linux has a priority for each thread; elsewhere, and without the
 * permissions, all threads share the cores equally.
 */
export function lowerPriority(): void {
  if (Deno.build.os !== "linux" || !isPermitted("getPriority") || !isPermitted("setPriority")) {
    return;
  }
  os.setPriority(THIS_THREAD, Math.min(LOWEST, os.getPriority(THIS_THREAD) + LEVELS));
}

function isPermitted(kind: "getPriority" | "setPriority"): boolean {
  return Deno.permissions.querySync({ name: "sys", kind }).state === "granted";
}
