import { collect, type Reader } from "./collect.ts";
import { refusal } from "./fault.ts";
import { Readings } from "./readings.ts";
import { openSource } from "./sources/open.ts";
import type { Source } from "./sources/table.ts";
import { type ImportSpec, ImportSpecSchema, type SpecInput } from "./spec.ts";
import { type ImportedMarket, transform } from "./transform.ts";

/** A source and the form to read it as. */
export interface ReadableSource extends Source, Reader {}

/** An imported market and the recognised form of each source. */
export interface Imported extends ImportedMarket {
  readonly presetIds: readonly string[];
}

/**
 * Checks the facts of an import.
 *
 * @throws {StartError} that names the option
 */
export function checkSpec(input: SpecInput): ImportSpec {
  const checked = ImportSpecSchema.safeParse(input);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map(({ path, message, code }) => {
    const name = OPTIONS[String(path[0])] ?? String(path[0]);
    const isMissing = code === "invalid_type" && input[path[0] as keyof SpecInput] === undefined;
    return isMissing ? `${name} is missing, must be given` : `${name} ${message}`;
  });
  throw refusal(faults.join("; "));
}

const OPTIONS: Readonly<Record<string, string>> = {
  marketId: "--id",
  marketKey: "--key",
  name: "--name",
  expiry: "--expiry",
  farExpiry: "--far-expiry",
  map: "--map",
  percent: "--unit",
  decimal: "--unit",
  scalarRoot: "--scalar-root",
  yieldRange: "--yield-range",
  anchor: "--anchor",
  assetUsd: "--asset-usd",
  decimals: "--decimals",
  start: "--start",
  end: "--end",
  source: "--source",
  url: "--url",
  chain: "--chain",
  market: "--market",
  licence: "--licence",
};

/**
 * Reads sources one after the other, each once, and makes the datasets of a market from them.
 *
 * @throws {StartError} that explains the fault, with line and column if it is in a source
 */
export async function importMarket(
  sources: Iterable<ReadableSource> | AsyncIterable<ReadableSource>,
  spec: ImportSpec,
): Promise<Imported> {
  const readings = new Readings();
  const presetIds: string[] = [];
  for await (const source of sources) {
    presetIds.push(await collect(await openSource(source), readings, spec, source));
  }
  return { ...transform(readings, spec), presetIds };
}
