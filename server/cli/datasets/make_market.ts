import type { ReadableSource } from "../../datasets/import/collect.ts";
import { importMarket } from "../../datasets/import/import_market.ts";
import {
  makeMarketFiles,
  type MarketFile,
  sourceSha256,
} from "../../datasets/import/market_files.ts";
import { reportText } from "../../datasets/import/report_text.ts";
import type { ImportSpec } from "../../datasets/import/spec.ts";
import { StartError } from "../../base/errors.ts";
import {
  keepWhileRead,
  type KeptFile,
  type KeptSource,
  type Pending,
  printRecord,
  RAW,
  RECORD,
} from "./raw_files.ts";
import { Staging } from "./staging.ts";

/** A market in its folder, and what is said about it. */
export interface Made {
  readonly target: string;
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Makes the folder of a market: datasets, manifest, and the bytes of every source.
 *
 * @param check may refuse the files before they replace those of an earlier import
 */
export async function makeMarket(
  { into, isReplacing }: { readonly into: string; readonly isReplacing: boolean },
  spec: ImportSpec,
  pending: readonly Pending[],
  check: (written: readonly MarketFile[]) => void = () => {},
): Promise<Made> {
  const staging = await Staging.make(into, spec.marketKey, isReplacing);
  try {
    const kept: KeptSource[] = [];
    const imported = await importMarket(keepAll(pending, `${staging.path}/${RAW}`, kept), spec);
    const files = kept.map((source) => source.kept());
    checkTwice(files, pending);
    const fingerprint = await sourceSha256(
      files.map(({ file, sha256 }) => ({ name: file.replace(/\.gz$/, ""), sha256 })),
    );
    const written = await makeMarketFiles(imported, spec, fingerprint);
    check(written);
    await Promise.all(
      written.map(({ name, content }) => Deno.writeFile(`${staging.path}/${name}`, content)),
    );
    await Deno.writeTextFile(`${staging.path}/${RAW}/${RECORD}`, printRecord({ spec, files }));
    const target = await staging.finish();
    const { marketId, marketKey } = spec;
    const datasets = imported.datasets.map(({ timeframe, times, absent, estimated }) => ({
      timeframe,
      absent,
      estimated,
      bars: times.length,
    }));
    const forms = imported.presetIds.map((form, at) => `${pending[at]?.name ?? ""} as ${form}`);
    return {
      target,
      facts: { marketId, marketKey, datasets, sources: forms, report: imported.report },
      lines: [
        `market ${marketId} ${marketKey}: ${forms.join(", ")}`,
        ...datasets.map(({ timeframe, bars, absent, estimated }) =>
          `${timeframe}: ${bars} bars; absent: ${list(absent)}; estimated: ${list(estimated)}`
        ),
        ...reportText(imported.report),
      ],
    };
  } catch (error) {
    await staging.abandon();
    throw error;
  }
}

/** Opens each source after the previous one was read, and keeps its bytes. */
async function* keepAll(
  pending: readonly Pending[],
  folder: string,
  kept: KeptSource[],
): AsyncGenerator<ReadableSource> {
  for (const [at, { name, open }] of pending.entries()) {
    const isTaken = pending.slice(0, at).some((other) => other.name === name);
    const unique = isTaken ? `${at + 1}-${name}` : name;
    const source = await keepWhileRead({ ...await open(), name: unique }, folder, unique);
    kept.push(source);
    yield source;
  }
}

/** @throws {StartError} when a file is given twice, because its flows would count twice */
function checkTwice(files: readonly KeptFile[], pending: readonly Pending[]): void {
  const firstOf = (sha256: string): number => files.findIndex((file) => file.sha256 === sha256);
  // An answer may come again: of an appended one only later bars count.
  const at = files.findIndex(({ sha256, after }, index) =>
    after === undefined && firstOf(sha256) < index
  );
  if (at < 0) return;
  const first = pending[firstOf(files[at]?.sha256 ?? "")]?.name ?? "";
  throw new StartError(`Cannot import ${pending[at]?.name ?? ""}: it is the same file as ${first}`);
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
