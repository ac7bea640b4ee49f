import { MarketKeySchema, type Timeframe } from "../../contracts/scalar.ts";
import type { DatasetEntry } from "../../contracts/types.ts";
import { type Columns, parseColumns } from "../../datasets/csv.ts";
import { StartError } from "../../base/errors.ts";
import type { AskedFacts, DroppedFile, TypedFacts } from "./reader_messages.ts";
import { sha256Hex } from "../../base/hash.ts";
import { DAY_MS, iso } from "../model/format.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;
/** An expiry derived from a price is rounded to the hour within this tolerance. */
const EXPIRY_ERROR_MS_MAX = 60_000;
const NAME_LENGTH_MAX = 64;
const IMPORTER = "arena-page/1";

/** Manifest entries of files, or the facts that the reader must enter first. */
type Described =
  | { readonly asked: AskedFacts }
  | { readonly entries: readonly DatasetEntry[] };

/**
 * Describes CSV files of one market without a manifest.
 *
 * @param facts null: not typed yet
 * @throws {StartError} that names the file or the fact
 */
export async function describeFiles(
  files: readonly ReadFile[],
  facts: TypedFacts | null,
): Promise<Described> {
  const timeframes = files.map(findTimeframe);
  const twice = files.find((_, at) => timeframes.indexOf(timeframes[at] ?? "hourly") < at);
  if (twice !== undefined) {
    throw new StartError(
      `Cannot take ${twice.name}: another file has the same timeframe; one market at a time, ` +
        "or drop the manifest too",
    );
  }
  if (facts === null) return { asked: ask(files, timeframes) };
  const market = checkFacts(facts, files.some(hasFar));
  return {
    entries: await Promise.all(files.map((file, at) => toEntry(file, market, timeframes[at]))),
  };
}

/** Derives the timeframe from the first two timestamps. */
function findTimeframe({ name, columns: { values, rowCount } }: ReadFile): Timeframe {
  const step = rowCount < 2 ? NaN : (values[1] ?? NaN) - (values[0] ?? NaN);
  if (step === HOUR_MS) return "hourly";
  if (step === DAY_MS) return "daily";
  const found = Number.isNaN(step)
    ? "there are no two bars"
    : `the second bar is ${step / 60_000} minutes after the first`;
  throw new StartError(
    `Cannot use ${name}, line 3, column 1 (timestamp): ${found}, must be an hour or a day`,
  );
}

function hasFar({ columns: { names } }: ReadFile): boolean {
  return names.includes("farImpliedApy");
}

function ask(files: readonly ReadFile[], timeframes: readonly Timeframe[]): AskedFacts {
  const [first] = files;
  const expiry = first === undefined ? null : deriveExpiry(first.columns);
  return {
    files: files.map(({ name, columns: { rowCount } }, at) => ({
      name,
      timeframe: timeframes[at] ?? "hourly",
      bars: rowCount,
    })),
    hasFar: files.some(hasFar),
    facts: {
      name: first?.name.replace(/\.csv$/i, "").slice(0, NAME_LENGTH_MAX) ?? "",
      expiry: expiry === null ? "" : new Date(expiry).toISOString().slice(0, 16),
      farExpiry: "",
      scalarRoot: "",
      isEstimated: true,
    },
  };
}

/**
 * Derives the expiry from price and yield of the first bar, where the index is at its watermark:
 * `ptPrice = (1 + impliedApy)^-years`. null unless the result is on the hour.
 */
function deriveExpiry({ names, values, rowCount }: Columns): number | null {
  const at = (name: string): number => values[names.indexOf(name) * rowCount] ?? NaN;
  const years = -Math.log(at("ptPrice")) / Math.log1p(at("impliedApy"));
  const expiry = at("timestamp") + years * YEAR_MS;
  const rounded = Math.round(expiry / HOUR_MS) * HOUR_MS;
  return years > 0 && Math.abs(expiry - rounded) < EXPIRY_ERROR_MS_MAX ? rounded : null;
}

type Market = Pick<
  DatasetEntry,
  "marketId" | "marketKey" | "name" | "expiry" | "farExpiry" | "scalarRoot" | "estimated"
>;

/** Checks the typed facts. The id follows later, from the key. */
function checkFacts(facts: TypedFacts, isFarNeeded: boolean): Market {
  const name = facts.name.trim();
  if (name === "" || name.length > NAME_LENGTH_MAX) {
    throw new StartError(
      `Cannot use the name "${name}": it must have 1 to ${NAME_LENGTH_MAX} letters`,
    );
  }
  const marketKey = toKey(name);
  if (!MarketKeySchema.safeParse(marketKey).success) {
    throw new StartError(
      `Cannot use the name "${name}": it must have a letter from a to z or a digit`,
    );
  }
  const scalarRoot = Number(facts.scalarRoot);
  if (!(scalarRoot > 0 && Number.isFinite(scalarRoot))) {
    throw new StartError(
      `Cannot use the scalar root "${facts.scalarRoot}": it must be a number above 0`,
    );
  }
  return {
    marketId: 1,
    marketKey,
    name,
    expiry: toInstant("expiry", facts.expiry),
    farExpiry: isFarNeeded ? toInstant("expiry of the next maturity", facts.farExpiry) : null,
    scalarRoot,
    ...facts.isEstimated && { estimated: ["scalarRoot"] },
  };
}

/** Returns a name in kebab-case. */
function toKey(name: string): string {
  return name.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g)?.join("-") ?? "";
}

function toInstant(label: string, typed: string): string {
  const time = Date.parse(`${typed}Z`);
  if (!Number.isNaN(time)) return iso(time);
  throw new StartError(`Cannot use the ${label} "${typed}": it must be a date and a time, UTC`);
}

function toEntry(
  { name, columns: { values, names, rowCount }, sha256 }: ReadFile,
  market: Market,
  timeframe: Timeframe = "hourly",
): DatasetEntry {
  return {
    ...market,
    timeframe,
    file: name,
    sha256,
    bars: rowCount,
    firstTimestamp: iso(values[0] ?? 0),
    lastTimestamp: iso(values[rowCount - 1] ?? 0),
    ...!names.includes("volume") && { absent: ["volume"] },
    provenance: {
      kind: "import",
      source: name,
      importer: IMPORTER,
      sourceSha256: sha256,
      filled: 0,
      dropped: 0,
    },
  };
}

/** A parsed CSV file. */
export interface ReadFile extends DroppedFile {
  readonly columns: Columns;
  readonly sha256: string;
}

/** Parses a CSV file; the engine checks its numbers. */
export async function readCsv(file: DroppedFile): Promise<ReadFile> {
  const columns = parseColumns(file.name, decodeText(file));
  return { ...file, columns, sha256: await sha256Hex(file.content) };
}

/** @throws {StartError} if a file is not UTF-8 */
export function decodeText({ name, content }: DroppedFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw new StartError(`Cannot read ${name}: it is not UTF-8`, { cause });
  }
}
