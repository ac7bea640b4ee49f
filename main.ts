/**
 * The strategy arena: `main.ts serve` (the default), `main.ts keys`, `main.ts backup`,
 * `main.ts restore`, `main.ts probe` of a running server, and, without a server, `main.ts simulate`,
 * `main.ts evaluate`, `main.ts search`, which tries many candidates, and `main.ts datasets`, which
 * imports, checks and lists market history. `main.ts worker` works on the searches of servers that
 * share a database.
 *
 * @module
 */

import { printError } from "./server/process/output.ts";
import { StartError } from "./server/base/errors.ts";

const USAGE = `Usage: main.ts [serve]
  main.ts keys create | list | show | update | rotate | revoke
  main.ts backup FILE | restore FILE
  main.ts probe
  main.ts simulate | evaluate
  main.ts search plan.json
  main.ts worker [--workers N]
  main.ts datasets import | check | list`;

async function run([command = "serve", ...words]: readonly string[]): Promise<void> {
  // Each command loads only what it needs.
  if (command === "serve" && words.length === 0) {
    const { serve } = await import("./server/process/serve.ts");
    await serve();
  } else if (command === "keys") {
    const { runKeys } = await import("./server/cli/keys.ts");
    await runKeys(words);
  } else if (command === "backup") {
    const { runBackup } = await import("./server/cli/backup.ts");
    await runBackup(words);
  } else if (command === "restore") {
    const { runRestore } = await import("./server/cli/restore.ts");
    await runRestore(words);
  } else if (command === "probe") {
    const { runProbe } = await import("./server/cli/probe.ts");
    await runProbe(words);
  } else if (command === "simulate" || command === "evaluate") {
    const { runLocal } = await import("./server/cli/run_local.ts");
    await runLocal(command, words);
  } else if (command === "search") {
    const { runSearch } = await import("./server/cli/search/search.ts");
    await runSearch(words);
  } else if (command === "worker") {
    const { runWorker } = await import("./server/cli/worker.ts");
    await runWorker(words);
  } else if (command === "datasets") {
    const { runDatasets } = await import("./server/cli/datasets/datasets.ts");
    await runDatasets(words);
  } else throw new StartError(USAGE);
}

if (import.meta.main) {
  try {
    await run(Deno.args);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
