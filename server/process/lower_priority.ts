// deno-lint-ignore no-external-import -- part of the runtime
import os from "node:os";

/**
 * Levels by which a priority is lowered. Beside one busy thread of the former priority, a thread then
 * gets 29 % of the core that they share: more than the quarter that searches keep.
 */
const LEVELS = 4;
const LOWEST = os.constants.priority.PRIORITY_LOW;
const THIS_THREAD = 0;

/**
 * Lowers the priority of this thread and of the threads that it starts from now on, so that a thread
 * that answers requests gets a core at once. Only Linux has a priority for each thread; elsewhere, and
 * without the permissions, all threads share the cores equally.
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
