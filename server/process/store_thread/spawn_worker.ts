/** Starts a search worker. It gets everything by messages and has no permissions. */
export function spawnSearchWorker(): Worker {
  return new Worker(new URL("../../search/workers/worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
}
