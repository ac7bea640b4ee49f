import { listFolders, readFolders } from "../../datasets/folder.ts";
import { compileEngine, loadEngine } from "../../engine/load.ts";
import { readConfig } from "../../process/config.ts";
import { print } from "../../process/output.ts";
import { readCommand } from "../command_line.ts";
import { alignRows } from "./align.ts";
import { DATASET_COMMANDS } from "./commands.ts";
import { sourceText } from "./check_text.ts";
import { takeDataset, type TakenDataset } from "./read_dataset.ts";

const HEAD = [
  "id",
  "key",
  "timeframe",
  "from",
  "to",
  "bars",
  "scored",
  "absent",
  "estimated",
  "source",
];
const DATE_LENGTH = 10;
const SHA256_SHOWN = 12;

/**
 * Lists the datasets that a server would load: the folders of `ARENA_DATASETS`, or the official and
 * the imported datasets.
 *
 * @param words arguments after `list` on the command line
 * @throws {StartError} when a dataset is unusable
 */
export async function runList(words: readonly string[]): Promise<void> {
  const { json: isJson } = readCommand(DATASET_COMMANDS.list, words).values;
  const { datasetFolders } = readConfig((name) => Deno.env.get(name));
  const folders = await readFolders(await listFolders(datasetFolders));
  const engine = loadEngine(await compileEngine());
  const taken = await Promise.all(
    folders.flatMap(({ name, path, entries }) =>
      entries.map((entry) =>
        takeDataset(path instanceof URL ? OFFICIAL : path, entry, engine, NAMED).then((
          dataset,
        ) => ({
          folder: name,
          ...dataset,
        }))
      )
    ),
  );
  print(
    isJson ? JSON.stringify(taken.map(toJson)) : alignRows([
      [...HEAD, "sha256"],
      ...taken.map(toRow),
    ]),
  );
}

const NAMED = { isNamed: true };
const OFFICIAL = decodeURIComponent(
  new URL("../../../datasets", import.meta.url).pathname,
);

interface Listed extends TakenDataset {
  readonly folder: string;
}

function toRow({ entry, summary }: Listed): readonly string[] {
  return [
    String(entry.marketId),
    entry.marketKey,
    entry.timeframe,
    summary.firstTimestamp.slice(0, DATE_LENGTH),
    summary.lastTimestamp.slice(0, DATE_LENGTH),
    String(summary.bars),
    String(summary.scoredBars),
    entry.absent?.join(" ") || "-",
    entry.estimated?.join(" ") || "-",
    sourceText(entry.provenance).split(",")[0] ?? "",
    entry.sha256.slice(0, SHA256_SHOWN),
  ];
}

function toJson({ folder, entry, summary }: Listed): unknown {
  const { features, scoredBars, warmupBars } = summary;
  return { folder, ...entry, scoredBars, warmupBars, features };
}
