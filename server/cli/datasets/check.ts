import type { DatasetEntry } from "../../contracts/types.ts";
import { parseColumns } from "../../datasets/csv.ts";
import { entriesOf } from "../../datasets/entries.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import { compileEngine, loadEngine } from "../../engine/load.ts";
import { okValue } from "../../engine/wire.ts";
import { CatalogueSchema } from "../../engine/wire_schemas.ts";
import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { print } from "../../process/output.ts";
import { readCommand } from "../command_line.ts";
import { checkText, runnableOn } from "./check_text.ts";
import { DATASET_COMMANDS } from "./commands.ts";
import { compareMarkets, finestDatasets, loadOfficial } from "./paths.ts";
import { decoded, readBytes, takeDataset, type TakenDataset } from "./read_dataset.ts";

const MANIFEST = "manifest.json";
const HOUR_MS = 3_600_000;
const ID_UNNAMED = 1_000;

/**
 * Checks the datasets of a folder, or one file, and prints their facts.
 *
 * @param words arguments after `check` on the command line
 * @throws {StartError} at the first fault, with line and column where it is in a file
 */
export async function runCheck(words: readonly string[]): Promise<void> {
  const { path, terms, isJson } = readOrder(words);
  const { folder, entries, isNamed } = await findEntries(path, terms);
  const engine = loadEngine(await compileEngine());
  // The columns that an expression needs depend on its texts.
  const strategies = okValue(CatalogueSchema, engine.strategyCatalogue()).strategies
    .filter(({ language }) => language === undefined);
  const taken: TakenDataset[] = [];
  for (const entry of entries) {
    taken.push(await takeDataset(folder, entry, engine, { isNamed }));
  }
  const official = (await loadOfficial()).filter(({ header }) =>
    !taken.some(({ entry }) => entry.sha256 === header.sha256)
  );
  const markets = finestDatasets([...taken.map(({ dataset }) => dataset), ...official]);
  const names = markets.map(({ header }) => header.marketKey);
  const statistics = compareMarkets(markets);
  print(
    isJson
      ? JSON.stringify({
        datasets: taken.map(({ entry, summary }) => ({
          ...entry,
          summary,
          strategies: runnableOn(summary.features, strategies),
        })),
        statistics: { markets: names, rows: statistics },
      })
      : checkText(taken, strategies, [names, statistics]),
  );
}

interface Terms {
  readonly expiry: string | undefined;
  readonly scalarRoot: string | undefined;
  readonly farExpiry: string | undefined;
}

interface Order {
  readonly path: string;
  readonly terms: Terms;
  readonly isJson: boolean;
}

function readOrder(words: readonly string[]): Order {
  const { values, operands: [path = ""] } = readCommand(DATASET_COMMANDS.check, words);
  const { expiry, "scalar-root": scalarRoot, "far-expiry": farExpiry } = values;
  return { path, terms: { expiry, scalarRoot, farExpiry }, isJson: values.json === true };
}

interface Found {
  readonly folder: string;
  readonly entries: readonly DatasetEntry[];
  /** Whether a manifest lists them. */
  readonly isNamed: boolean;
}

async function findEntries(path: string, terms: Terms): Promise<Found> {
  const found = await Deno.stat(path).catch(() => null);
  if (found === null) throw new StartError(`Cannot check ${path}: there is no such file or folder`);
  const isFolder = found.isDirectory;
  const end = path.search(/[\\/][^\\/]*$/);
  const folder = isFolder ? path.replace(/[\\/]+$/, "") : end < 0 ? "." : path.slice(0, end);
  const file = isFolder ? null : path.slice(end + 1);
  const manifest = `${folder}/${MANIFEST}`;
  if (file !== null && terms.expiry !== undefined) {
    return { folder, entries: [await describeFile(folder, file, terms)], isNamed: false };
  }
  const entries = entriesOf(parseManifest(manifest, decoded(manifest, await readBytes(manifest))));
  const wanted = entries.filter((entry) => file === null || entry.file === file);
  if (wanted.length > 0) return { folder, entries: wanted, isNamed: true };
  throw new StartError(
    `Cannot check ${path}: ${manifest} does not name it; give --expiry and --scalar-root`,
  );
}

/** Returns the manifest entry of a file, from its content and the options. */
async function describeFile(folder: string, file: string, terms: Terms): Promise<DatasetEntry> {
  const path = `${folder}/${file}`;
  const bytes = await readBytes(path);
  const { values, rowCount, names } = parseColumns(path, decoded(path, bytes));
  const iso = (time = NaN): string => new Date(time || 0).toISOString().replace(".000Z", "Z");
  const sha256 = await sha256Hex(bytes);
  const { expiry = "", scalarRoot = "", farExpiry = null } = terms;
  if (!Number.isFinite(Date.parse(expiry)) || !(Number(scalarRoot) > 0)) {
    throw new StartError(
      `Cannot check: --expiry must be an instant, --scalar-root a number above 0`,
    );
  }
  return {
    marketId: ID_UNNAMED,
    marketKey: "unnamed",
    name: file,
    expiry,
    farExpiry,
    scalarRoot: Number(scalarRoot),
    timeframe: (values[1] ?? NaN) - (values[0] ?? NaN) > HOUR_MS ? "daily" : "hourly",
    file,
    sha256,
    bars: rowCount,
    firstTimestamp: iso(values[0]),
    lastTimestamp: iso(values[rowCount - 1]),
    ...names.includes("volume") ? {} : { absent: ["volume"] },
    provenance: {
      kind: "import",
      source: file,
      importer: "none",
      sourceSha256: sha256,
      filled: 0,
      dropped: 0,
    },
  };
}
