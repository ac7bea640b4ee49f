import { messageOf, StartError } from "../../base/errors.ts";
import { IMPORTS_FOLDER } from "../../datasets/dataset_folders.ts";
import { readFolder, readFolderFile, REAL } from "../../datasets/folder.ts";
import { print } from "../../process/output.ts";
import { readCommand } from "../command_line.ts";
import { DATASET_COMMANDS } from "./commands.ts";
import { Staging } from "./staging.ts";

const IS_REPLACING = false;

/**
 * Copies real maturities of the box to the imported markets.
 *
 * @param words arguments after `enable` on the command line
 * @throws {StartError} that names a key of no maturity, or a market that exists
 */
export async function runEnable(words: readonly string[]): Promise<void> {
  const { operands } = readCommand(DATASET_COMMANDS.enable, words);
  const { manifest: { markets, datasets } } = await readFolder(REAL);
  const chosen = operands.map((key) => {
    const market = markets.find(({ marketKey }) => marketKey === key);
    if (market !== undefined) return market;
    const known = markets.map(({ marketKey }) => marketKey).join(", ");
    throw new StartError(`Cannot enable ${key}: ${REAL.name} has ${known}`);
  });
  for (const market of chosen) {
    const own = datasets.filter(({ marketId }) => marketId === market.marketId);
    const files = own.flatMap(({ file, packed }) => [file, ...packed ? [packed.file] : []]);
    const target = `${IMPORTS_FOLDER}/${market.marketKey}`;
    if (await Deno.stat(target).then(() => true, () => false)) {
      throw new StartError(`Cannot enable ${market.marketKey}: ${target} exists`);
    }
    const staging = await Staging.make(IMPORTS_FOLDER, market.marketKey, IS_REPLACING);
    try {
      const text = JSON.stringify({ markets: [market], datasets: own }, null, 2);
      await Deno.writeTextFile(`${staging.path}/manifest.json`, `${text}\n`);
      for (const file of ["LICENSE", ...files]) {
        await Deno.writeFile(`${staging.path}/${file}`, await readFolderFile(REAL, file));
      }
      print(`${await staging.finish()}: market ${market.marketId} from the next start on`);
    } catch (cause) {
      await staging.abandon();
      throw new StartError(`Cannot enable ${market.marketKey}: ${messageOf(cause)}`, { cause });
    }
  }
}
