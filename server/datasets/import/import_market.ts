// This module is browser compatible.

import { collect, type Reader } from "./collect.ts";
import { findExpiry } from "./expiry.ts";
import { isoTime, refusal } from "./fault.ts";
import { Readings } from "./readings.ts";
import { requireAll } from "./requirements.ts";
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

/** Facts of a market that only the user knows, and what a reading of its sources takes for them. */
const STAND_INS = { marketKey: "unnamed", name: "unnamed", expiry: "9999-12-31T00:00:00Z" };

/**
 * Checks the facts of an import.
 *
 * @throws {StartError} that names the option
 */
export function checkSpec(input: Partial<SpecInput>): ImportSpec {
  const checked = ImportSpecSchema.safeParse(input);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map(({ path, message, code }) => {
    const name = OPTIONS[String(path[0])] ?? String(path[0]);
    const isMissing = code === "invalid_type" && input[path[0] as keyof SpecInput] === undefined;
    return isMissing ? `${name} is missing, must be given` : `${name} ${message}`;
  });
  throw refusal(faults.join("; "));
}

/** Returns the facts that only the user knows and has not given. */
export function missingFacts(input: Partial<SpecInput>): readonly (keyof typeof STAND_INS)[] {
  return (["marketKey", "expiry"] as const).filter((name) => input[name] === undefined);
}

/**
 * Reads sources only to list everything that an import of them lacks.
 *
 * @throws {StartError} always
 */
export async function refuseIncomplete(
  sources: Sources,
  input: Partial<SpecInput>,
): Promise<never> {
  const spec = checkSpec({ ...STAND_INS, ...input });
  const { readings } = await readAll(sources, spec);
  const found = findExpiry(readings);
  const missing = missingFacts(input).map((name) => {
    const by = name === "expiry" && found !== null
      ? `, by ${found.quantity} it is ${isoTime(found.instant)}`
      : "";
    return `${OPTIONS[name]} is missing, must be given${by}`;
  });
  requireAll(readings, spec, missing);
  throw refusal(missing.join("; "));
}

const OPTIONS: Readonly<Record<string, string>> = {
  marketId: "--id",
  marketKey: "--key",
  name: "--name",
  asset: "--asset",
  expiry: "--expiry",
  farExpiry: "--far-expiry",
  map: "--map",
  stamp: "--stamp",
  syIndex: "--sy-index",
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
export async function importMarket(sources: Sources, spec: ImportSpec): Promise<Imported> {
  const { readings, presetIds } = await readAll(sources, spec);
  return { ...transform(readings, spec), presetIds };
}

type Sources = Iterable<ReadableSource> | AsyncIterable<ReadableSource>;

async function readAll(
  sources: Sources,
  spec: ImportSpec,
): Promise<{ readonly readings: Readings; readonly presetIds: readonly string[] }> {
  const readings = new Readings(spec);
  const presetIds: string[] = [];
  for await (const source of sources) {
    presetIds.push(
      await collect(await openSource(source, spec.isComplete), readings, spec, source),
    );
  }
  return { readings, presetIds };
}
