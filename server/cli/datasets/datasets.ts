import { pickCommand } from "../command_line.ts";
import { DATASET_COMMANDS } from "./commands.ts";

const COMMANDS = [
  { ...DATASET_COMMANDS.import, load: async () => (await import("./import.ts")).runImport },
  { ...DATASET_COMMANDS.append, load: async () => (await import("./append.ts")).runAppend },
  { ...DATASET_COMMANDS.check, load: async () => (await import("./check.ts")).runCheck },
  { ...DATASET_COMMANDS.enable, load: async () => (await import("./enable.ts")).runEnable },
  { ...DATASET_COMMANDS.list, load: async () => (await import("./list.ts")).runList },
];

/**
 * Imports, grows, checks, enables and lists datasets.
 *
 * @param words arguments after `datasets` on the command line
 * @throws {StartError} that explains the fault
 */
export async function runDatasets([verb, ...words]: readonly string[]): Promise<void> {
  const summary = "Imports, grows, checks, enables and lists the history of markets.";
  const { load } = pickCommand({ name: "datasets", summary, commands: COMMANDS }, verb);
  const run = await load();
  await run(words);
}
