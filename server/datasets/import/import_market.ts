// This module is browser compatible.

import { collect, type Sources } from "./collect.ts";
import { refusal } from "./fault.ts";
import { Readings } from "./readings.ts";
import { refuseAll } from "./requirements.ts";
import { openSource } from "./sources/open.ts";
import { type ImportSpec, ImportSpecSchema, type SpecInput } from "./spec.ts";
import { STAND_INS, type Survey, survey } from "./survey.ts";
import { type Imported, transform } from "./transform.ts";

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

/** Returns the options of the facts that only the user knows, and has not given. */
export function missingFacts(input: Partial<SpecInput>): readonly string[] {
  return (["marketKey", "expiry"] as const).filter((name) => input[name] === undefined)
    .map((name) => OPTIONS[name] ?? name);
}

/** Reads sources to list everything that an import of them lacks. */
export async function surveyMarket(
  sources: Sources,
  input: Partial<SpecInput>,
): Promise<Survey> {
  return await survey(sources, checkSpec({ ...STAND_INS, ...input }), missingFacts(input));
}

/** @throws {StartError} always, with everything that an import of the sources lacks */
export async function refuseIncomplete(
  sources: Sources,
  input: Partial<SpecInput>,
): Promise<never> {
  const { faults, hints } = await surveyMarket(sources, input);
  throw refuseAll(faults, hints);
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
  coin: "--coin",
  licence: "--licence",
};

/**
 * Reads sources one after the other, each once, and makes the datasets of a market from them.
 *
 * @throws {StartError} that explains the fault, with line and column if it is in a source
 */
export async function importMarket(sources: Sources, spec: ImportSpec): Promise<Imported> {
  const readings = new Readings(spec);
  const presetIds: string[] = [];
  for await (const source of sources) {
    presetIds.push(
      await collect(await openSource(source, spec.isComplete), readings, spec, source),
    );
  }
  return { ...transform(readings, spec), presetIds };
}
