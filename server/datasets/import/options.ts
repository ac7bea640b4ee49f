// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import { isQuantity } from "./quantity.ts";
import { parseMapKey, type SpecInput } from "./spec.ts";
import { BACKED_OUT } from "./sy_index.ts";

/** The options of an import by their names, as texts; see `datasets import --help`. */
export type OptionTexts = Readonly<
  Record<string, string | readonly string[] | boolean | undefined>
>;

/**
 * Parses the options that are facts of a market, for the command and for the page.
 *
 * @throws {StartError} that names the wrong option
 */
export function readOptions(texts: OptionTexts): Partial<SpecInput> {
  const text = (option: string): string | undefined => {
    const said = texts[option];
    return typeof said === "string" ? said : undefined;
  };
  const number = (option: string): number | undefined => parseNumber(option, text(option));
  const list = (option: string): readonly string[] => [texts[option] ?? []].flat().map(String);
  const syIndex = text("sy-index");
  if (syIndex !== undefined && syIndex !== "constant") throw wrongIndex();
  return withoutUndefined({
    marketKey: text("key"),
    name: text("name") ?? text("key"),
    asset: text("asset") as SpecInput["asset"],
    expiry: text("expiry"),
    farExpiry: text("far-expiry"),
    map: parsePairs("map", list("map")),
    stamp: oneOf("stamp", text("stamp"), ["open", "close"]),
    isComplete: texts["complete"] === true ? true : undefined,
    syIndex,
    ...readUnits(parsePairs("unit", list("unit"))),
    assumesUtc: oneOf("zone", text("zone"), ["utc"]) === "utc" ? true : undefined,
    marketId: number("id"),
    scalarRoot: number("scalar-root"),
    yieldRange: parseRange(text("yield-range")),
    anchor: number("anchor"),
    assetUsd: number("asset-usd"),
    decimals: number("decimals"),
    start: text("start"),
    end: text("end"),
    source: text("source"),
    url: text("url"),
    chain: text("chain"),
    market: text("market"),
    coin: text("coin"),
    licence: text("licence"),
  });
}

/** @throws {StartError} when an option has another value than one of a few */
export function oneOf<Word extends string>(
  option: string,
  said: string | undefined,
  allowed: readonly Word[],
): Word | undefined {
  const found = allowed.find((word) => word === said);
  if (found !== undefined || said === undefined) return found;
  throw wrong(option, said, allowed.join(" or "));
}

/** Returns the quantities of each unit. */
function readUnits(
  units: Readonly<Record<string, string>>,
): Pick<SpecInput, "percent" | "decimal"> {
  for (const said of Object.values(units)) oneOf("unit", said, ["percent", "decimal"]);
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

function parsePairs(option: string, lists: readonly string[]): Record<string, string> {
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
