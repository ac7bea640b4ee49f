import { checkSpec } from "../../datasets/import/import_market.ts";
import type { MarketFile } from "../../datasets/import/market_files.ts";
import { baseName } from "../../datasets/import/sources/table.ts";
import type { ImportSpec } from "../../datasets/import/spec.ts";
import { IMPORTS_FOLDER } from "../../datasets/dataset_folders.ts";
import { PENDLE_API } from "../../datasets/fetch/pendle.ts";
import { MarketKeySchema } from "../../contracts/scalar.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import { StartError } from "../../base/errors.ts";
import { print } from "../../process/output.ts";
import { readCommand } from "../command_line.ts";
import { DATASET_COMMANDS } from "./commands.ts";
import { type Fetched, fetchHistory } from "./fetched.ts";
import { makeMarket } from "./make_market.ts";
import { type KeptFile, keptSource, openFile, type Pending, readRecord } from "./raw_files.ts";
import { toFile } from "./import_options.ts";
import { lockMarket, recover } from "./staging.ts";

/** A market as it was imported. */
interface Known {
  readonly spec: ImportSpec;
  readonly files: readonly KeptFile[];
  /** Its CSV files by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Close of its last bar. */
  readonly last: number;
  readonly isHourly: boolean;
}

/**
 * Adds the newest bars to an imported market, from the service or from files. All bars are made again
 * from the bytes of every fetch, and those that were there may not change.
 *
 * @param words arguments after `append` on the command line
 * @throws {StartError} that explains the fault; the market is then as it was
 */
export async function runAppend(words: readonly string[]): Promise<void> {
  const { values, operands: [key = "", ...paths] } = readCommand(DATASET_COMMANDS.append, words);
  const into = values.into ?? IMPORTS_FOLDER;
  if (!MarketKeySchema.safeParse(key).success) {
    throw new StartError(`Cannot append: "${key}" is no key of a market, must be as in its folder`);
  }
  await using _lock = await lockMarket(into, key);
  await recover(into, key);
  const known = await readKnown(`${into}/${key}`, key);
  const { spec, last } = known;
  if (last >= Date.parse(spec.expiry)) {
    throw new StartError(`Cannot append to ${key}: its last bar closed at the expiry`);
  }
  const { pending, fetchedAt, finish } = paths.length === 0
    ? await fetchNewest(known, `${into}/.${key}.append`, values.api ?? PENDLE_API)
    : { pending: paths.map((path) => newFile(path, last)), fetchedAt: undefined, finish: nothing };
  const old = known.files.map((file) =>
    keptSource(`${into}/${key}`, { ...file, until: Math.min(file.until ?? last, last) })
  );
  const next = checkSpec({
    ...spec,
    end: values.end,
    isLive: true,
    fetchedAt: fetchedAt ?? spec.fetchedAt,
  });
  const check = (written: readonly MarketFile[]): void => checkKept(known, written, key);
  // Answers that came whole are fetched again after a refusal: a later call needs newer ones.
  const made = await makeMarket({ into, isReplacing: true }, next, [...old, ...pending], check)
    .finally(finish);
  print(
    values.json === true
      ? JSON.stringify({ folder: made.target, ...made.facts })
      : [...made.lines, made.target].join("\n"),
  );
}

async function nothing(): Promise<void> {}

/** Reads a market; what was estimated of it stays as it is, because bars and results depend on it. */
async function readKnown(folder: string, key: string): Promise<Known> {
  const record = await readRecord(folder);
  const path = `${folder}/manifest.json`;
  const { markets: [market], datasets } = parseManifest(path, await Deno.readTextFile(path));
  const [finest] = datasets.toSorted((a, b) => b.bars - a.bars);
  if (finest === undefined || market === undefined || record.spec.marketKey !== key) {
    throw new StartError(`Cannot append to ${key}: ${folder} has another market`);
  }
  const texts = new Map<string, string>();
  for (const { file } of datasets) texts.set(file, await Deno.readTextFile(`${folder}/${file}`));
  const isEstimated = (name: string): boolean =>
    finest.estimated?.some((each) => each === name) ?? false;
  const { spec } = record;
  const [names = "", first = ""] = texts.get(finest.file)?.split("\n") ?? [];
  const index = Number(first.split(",")[names.split(",").indexOf("syIndex")]);
  return {
    spec: {
      ...spec,
      ...isEstimated("scalarRoot") ? { curve: market.scalarRoot } : {},
      ...isEstimated("syIndex") && spec.syIndex === undefined ? { anchor: index } : {},
    },
    files: record.files,
    texts,
    last: Date.parse(finest.lastTimestamp),
    isHourly: finest.timeframe === "hourly",
  };
}

async function fetchNewest(
  { spec, files, last, isHourly }: Known,
  folder: string,
  api: string,
): Promise<Fetched> {
  const { chain, market: address } = spec;
  if (chain === undefined || address === undefined) {
    throw new StartError(
      `Cannot append to ${spec.marketKey}: it was not fetched from a service, give its newest files`,
    );
  }
  const timeframe = isHourly ? "hourly" : "daily";
  const hasVolume = files.some(({ file }) => file.includes("transactions-"));
  return await fetchHistory({ chain, address, timeframe, hasVolume, since: last }, folder, api);
}

function newFile(word: string, after: number): Pending {
  const { path, ...reader } = toFile(word);
  return {
    name: baseName(path),
    open: async () => ({ file: path, bytes: await openFile(path), ...reader, after }),
  };
}

/** @throws {StartError} when a known bar changes, or no bar is new */
function checkKept({ texts }: Known, written: readonly MarketFile[], key: string): void {
  let grown = 0;
  for (const [name, before] of texts) {
    const content = written.find((file) => file.name === name)?.content ?? new Uint8Array();
    const after = new TextDecoder().decode(content);
    grown += after.length - before.length;
    if (after.startsWith(before)) continue;
    const [old, now] = [before, after].map((text) => text.split("\n"));
    const at = old?.findIndex((line, index) => line !== now?.[index]) ?? 0;
    throw new StartError(
      `Cannot append to ${key}: line ${at + 1} of ${name} would change from ${old?.[at]} to ` +
        `${now?.[at] ?? "nothing"}; import it again with --replace`,
    );
  }
  if (grown === 0) throw new StartError(`Cannot append to ${key}: no bar is new`);
}
