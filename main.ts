/**
 * The strategy arena: `main.ts serve` (the default) runs the server, `main.ts help` lists the other
 * commands.
 *
 * @module
 */

import { print, printError } from "./server/process/output.ts";
import { HelpRequest, StartError } from "./server/base/errors.ts";

type Run = (words: readonly string[]) => Promise<void>;

/** The commands: a sentence of the help, and the module that runs the command, loaded on demand. */
const COMMANDS: Readonly<Record<string, readonly [string, () => Promise<Run>]>> = {
  serve: [
    "Runs the server; its settings are variables, see server/deploy/README.md",
    async () => (await import("./server/cli/serve.ts")).runServe,
  ],
  keys: [
    "Creates, lists, shows, updates, rotates and revokes keys",
    async () => (await import("./server/cli/keys.ts")).runKeys,
  ],
  season: [
    "Creates, lists, shows, reveals, voids and exports seasons",
    async () => (await import("./server/season/command/season.ts")).runSeason,
  ],
  backup: [
    "Copies keys, trials and seasons",
    async () => (await import("./server/cli/backup.ts")).runBackup,
  ],
  restore: [
    "Replaces keys, trials and seasons by those of a backup",
    async () => (await import("./server/cli/restore.ts")).runRestore,
  ],
  mcp: [
    "Serves an agent by the Model Context Protocol over standard input and output",
    async () => (await import("./server/cli/mcp.ts")).runMcp,
  ],
  probe: [
    "Calls a running server as its users do",
    async () => (await import("./server/cli/probe.ts")).runProbe,
  ],
  simulate: [
    "Runs a candidate without a server",
    async () => {
      const { runLocal } = await import("./server/cli/run_local.ts");
      return (words) => runLocal("simulate", words);
    },
  ],
  evaluate: [
    "Evaluates a simulation without a server",
    async () => {
      const { runLocal } = await import("./server/cli/run_local.ts");
      return (words) => runLocal("evaluate", words);
    },
  ],
  search: [
    "Runs a plan of many candidates and reports how far the best can be trusted",
    async () => (await import("./server/cli/search/search.ts")).runSearch,
  ],
  worker: [
    "Runs the searches of servers that share a database",
    async () => (await import("./server/cli/worker.ts")).runWorker,
  ],
  signing: [
    "Creates, rotates and lists the keys that sign receipts",
    async () => (await import("./server/season/command/signing/signing.ts")).runSigning,
  ],
  verify: [
    "Verifies a receipt, or a season with all its boards",
    async () => (await import("./server/season/command/verify/verify.ts")).runVerify,
  ],
  datasets: [
    "Imports, checks and lists the history of markets",
    async () => (await import("./server/cli/datasets/datasets.ts")).runDatasets,
  ],
};

async function run([command = "serve", ...words]: readonly string[]): Promise<void> {
  // The word of the task for operators, which alone lists the commands instead of serving.
  if (command === "admin") return await run(words.length > 0 ? words : ["help"]);
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (known !== undefined) {
    const [, load] = known;
    const runCommand = await load();
    return await runCommand(words);
  }
  if (command === "help" && words.length > 0) return await run([...words, "--help"]);
  const { showOverview } = await import("./server/cli/command_line.ts");
  showOverview(command, Object.entries(COMMANDS).map(([name, [summary]]) => [name, summary]));
}

if (import.meta.main) {
  try {
    await run(Deno.args);
  } catch (error) {
    if (error instanceof HelpRequest) print(error.message);
    else if (error instanceof StartError) {
      printError(error.message);
      Deno.exit(1);
    } else throw error;
  }
}
