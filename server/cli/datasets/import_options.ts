import { PENDLE_API } from "../../datasets/fetch/pendle.ts";
import type { PendleMarket } from "../../datasets/fetch/pendle_answers.ts";
import { IMPORTS_FOLDER } from "../../datasets/dataset_folders.ts";
import { StartError } from "../../base/errors.ts";
import { isQuantity } from "../../datasets/import/quantity.ts";
import { PRESETS } from "../../datasets/import/sources/presets.ts";
import { parseMapKey, type SpecInput } from "../../datasets/import/spec.ts";
import { BACKED_OUT } from "../../datasets/import/sy_index.ts";
import { readCommand, usageLine } from "../command_line.ts";
import { DATASET_COMMANDS } from "./commands.ts";

/** A file and the form to read it as. */
export interface NamedFile {
  readonly path: string;
  readonly presetId: string | undefined;
  readonly isFar: boolean;
}

/** The parsed options of an import. */
export interface ImportOrder {
  readonly files: readonly NamedFile[];
  /** Facts of the market; fetched facts are added. */
  readonly spec: Partial<SpecInput>;
  readonly isFromPendle: boolean;
  /** Folder of an earlier import to rebuild from its raw files. */
  readonly again: string | undefined;
  /** Hourly by default; daily for an expired one of all maturities. */
  readonly timeframe: "hourly" | "daily" | undefined;
  /** The market, if the service has listed it. */
  readonly known?: PendleMarket;
  readonly hasVolume: boolean;
  /** Address of a service with Pendle's API. */
  readonly api: string;
  readonly into: string;
  readonly isReplacing: boolean;
  readonly isJson: boolean;
}

/** @throws {StartError} that names the wrong option; an unknown option shows the usage */
export function readImportOrder(words: readonly string[]): ImportOrder {
  const { values, operands } = readCommand(DATASET_COMMANDS.import, words);
  const { from, again, timeframe, zone, stamp, "sy-index": syIndex } = values;
  if (syIndex !== undefined && syIndex !== "constant") throw wrongIndex();
  if (stamp !== undefined && stamp !== "open" && stamp !== "close") {
    throw wrong("stamp", stamp, "open or close");
  }
  if (from !== undefined && from !== "pendle") throw wrong("from", from, "pendle");
  if (timeframe !== undefined && timeframe !== "hourly" && timeframe !== "daily") {
    throw wrong("timeframe", timeframe, "hourly or daily");
  }
  if (zone !== undefined && zone !== "utc") throw wrong("zone", zone, "utc");
  if (from === undefined && again === undefined && operands.length === 0) {
    const usage = usageLine(DATASET_COMMANDS.import);
    throw new StartError(`Cannot import: give files, --from pendle or --again FOLDER\n${usage}`);
  }
  return {
    files: operands.map(toFile),
    spec: withoutUndefined({
      marketKey: values.key,
      name: values.name ?? values.key,
      asset: values.asset as SpecInput["asset"],
      expiry: values.expiry,
      farExpiry: values["far-expiry"],
      map: parsePairs("map", values.map),
      stamp,
      isComplete: values.complete,
      syIndex,
      ...readUnits(parsePairs("unit", values.unit)),
      assumesUtc: zone === "utc" ? true : undefined,
      marketId: parseNumber("id", values.id),
      scalarRoot: parseNumber("scalar-root", values["scalar-root"]),
      yieldRange: parseRange(values["yield-range"]),
      anchor: parseNumber("anchor", values.anchor),
      assetUsd: parseNumber("asset-usd", values["asset-usd"]),
      decimals: parseNumber("decimals", values.decimals),
      start: values.start,
      end: values.end,
      source: values.source,
      url: values.url,
      chain: values.chain,
      market: values.market,
      licence: values.licence,
    }),
    isFromPendle: from === "pendle",
    again,
    timeframe,
    hasVolume: values["no-volume"] !== true,
    api: values.api ?? PENDLE_API,
    into: values.into ?? IMPORTS_FOLDER,
    isReplacing: values.replace === true,
    isJson: values.json === true,
  };
}

/** Returns the quantities of each unit. */
function readUnits(
  units: Readonly<Record<string, string>>,
): Pick<SpecInput, "percent" | "decimal"> {
  for (const said of Object.values(units)) {
    if (said !== "percent" && said !== "decimal") throw wrong("unit", said, "percent or decimal");
  }
  const unitIs = (unit: string): string[] =>
    Object.entries(units).flatMap(([quantity, said]) => said === unit ? [quantity] : []);
  return { percent: unitIs("percent"), decimal: unitIs("decimal") };
}

function wrongIndex(): StartError {
  return new StartError(
    "Cannot import: a constant syIndex is refused, because the score depends on it (idle capital " +
      "moves from 76 to 138 points over plausible yields), unless --sy-index constant states " +
      `that SY is always worth the same; and ${BACKED_OUT}`,
  );
}

/** Only a known form counts as a prefix, so `C:\rates.csv` is a file. */
export function toFile(word: string): NamedFile {
  const [, form = "", path = ""] = /^([a-z-]+):(.+)$/.exec(word) ?? [];
  if (form === "far") return { path, presetId: undefined, isFar: true };
  if (PRESETS.some(({ id }) => id === form)) return { path, presetId: form, isFar: false };
  return { path: word, presetId: undefined, isFar: false };
}

function parsePairs(option: string, lists: readonly string[] = []): Record<string, string> {
  const pairs = lists.flatMap((list) => list.split(",")).map((pair) => {
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
    if (at > 0 && value !== "" && (option === "map" ? parseMapKey(name) : isQuantity(name))) {
      return [name, value];
    }
    const files = option === "map"
      ? "NAME=COLUMN or FILE:NAME=COLUMN, with NAME as timestamp,"
      : "NAME=..., with NAME as";
    throw wrong(option, pair, `${files} impliedApy, tvl or syIndex`);
  });
  return Object.fromEntries(pairs);
}

function parseNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = text.trim() === "" ? NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw wrong(option, text, "a number");
}

function parseRange(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  const [low, high, ...more] = text.split(",").map((part) => parseNumber("yield-range", part));
  if (low !== undefined && high !== undefined && more.length === 0) return [low, high];
  throw wrong("yield-range", text, "two yields, as 0.02,0.2");
}

function wrong(option: string, value: string, wanted: string): StartError {
  return new StartError(`Cannot import: --${option} is "${value}", must be ${wanted}`);
}

function withoutUndefined<T extends object>(members: T): Partial<SpecInput> {
  return Object.fromEntries(
    Object.entries(members).filter(([, member]) => member !== undefined),
  );
}
