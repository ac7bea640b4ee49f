import { StartError } from "../../base/errors.ts";

const USAGE = `Usage:
  datasets import FILE... | --from pendle | --again FOLDER   (see: datasets import)
  datasets check FILE|FOLDER [--json]
  datasets list [--json]`;

/**
 * Imports, checks and lists datasets.
 *
 * @param words arguments after `datasets` on the command line
 * @throws {StartError} that explains the fault
 */
export async function runDatasets([verb = "", ...words]: readonly string[]): Promise<void> {
  // Each verb loads only the modules that it needs.
  if (verb === "import") {
    const { runImport } = await import("./import.ts");
    await runImport(words);
  } else if (verb === "check") {
    const { runCheck } = await import("./check.ts");
    await runCheck(words);
  } else if (verb === "list") {
    const { runList } = await import("./list.ts");
    await runList(words);
  } else throw new StartError(USAGE);
}
