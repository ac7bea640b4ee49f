/** Starts a worker of a search. Everything that it needs comes in messages, so it has no permission. */
export function spawnSearchWorker(): Worker {
  return new Worker(new URL("../../search/worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
}
