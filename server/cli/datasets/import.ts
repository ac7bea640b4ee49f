import { systemClock } from "../../base/clock.ts";
import { IMPORTED_ID_MIN } from "../../contracts/market_ids.ts";
import { fetchPendle } from "../../datasets/fetch/pendle.ts";
import type { Surroundings } from "../../datasets/fetch/polite_get.ts";
import {
  checkSpec,
  importMarket,
  missingFacts,
  type ReadableSource,
  refuseIncomplete,
} from "../../datasets/import/import_market.ts";
import { makeMarketFiles } from "../../datasets/import/market_files.ts";
import { baseName } from "../../datasets/import/sources/table.ts";
import type { ImportSpec, SpecInput } from "../../datasets/import/spec.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import { StartError } from "../../base/errors.ts";
import { print, printError } from "../../process/output.ts";
import { type ImportOrder, readImportOrder } from "./import_options.ts";
import {
  keepWhileRead,
  type KeptSource,
  openFile,
  openKept,
  printRecord,
  RAW,
  readRecord,
  RECORD,
  sourceSha256,
} from "./raw_files.ts";
import { reportText } from "./report_text.ts";
import { AnswerFolder, Staging } from "./staging.ts";

/** A source that is opened only when it is read. */
interface Pending {
  readonly name: string;
  readonly open: () => Promise<ReadableSource>;
}

interface Prepared {
  readonly spec: ImportSpec;
  readonly pending: readonly Pending[];
  /** Called when the market's folder is in place. */
  readonly finish: () => Promise<void>;
}

/**
 * Makes the datasets of a market from files, from the answers of a service, or from the raw files of
 * an earlier import.
 *
 * @param words arguments after `import` on the command line
 * @throws {StartError} that explains the fault, with line and column if it is in a source
 */
export async function runImport(words: readonly string[]): Promise<void> {
  const order = readImportOrder(words);
  const { spec, pending, finish } = await prepare(order);
  const { target, lines, facts } = await make(order, spec, pending);
  await finish();
  print(
    order.isJson ? JSON.stringify({ folder: target, ...facts }) : [...lines, target].join("\n"),
  );
}

async function prepare(order: ImportOrder): Promise<Prepared> {
  const finish = (): Promise<void> => Promise.resolve();
  if (order.again !== undefined) {
    const { spec, files } = await readRecord(order.again);
    const pending = files.map(({ file, presetId, isFar }): Pending => {
      const name = file.replace(/\.gz$/, "");
      const path = `${order.again}/${RAW}/${file}`;
      return {
        name,
        open: async () => ({ file: name, bytes: await openKept(path), presetId, isFar }),
      };
    });
    return { spec, pending, finish };
  }
  const files = order.files.map(({ path, presetId, isFar }): Pending => ({
    name: baseName(path),
    open: async () => ({ file: path, bytes: await openFile(path), presetId, isFar }),
  }));
  const facts = { marketId: await chooseId(order.into, order.spec.marketKey), ...order.spec };
  if (order.isFromPendle) return await prepareFetched(order, facts, files);
  const source = files.map(({ name }) => name).join(", ").slice(0, 200);
  const input = { source, ...facts };
  if (missingFacts(input).length > 0) await refuseIncomplete(await openAll(files), input);
  return { spec: checkSpec(input), pending: files, finish };
}

/** Fetches the missing answers, and takes unspecified facts of the market from the service. */
async function prepareFetched(
  order: ImportOrder,
  facts: Partial<SpecInput>,
  files: readonly Pending[],
): Promise<Prepared> {
  const { chain, market: address, marketKey } = order.spec;
  if (chain === undefined || address === undefined || marketKey === undefined) {
    throw new StartError("Cannot import from pendle: --chain, --market and --key must be given");
  }
  const store = new AnswerFolder(`${order.into}/.${marketKey}.fetched`);
  const { timeframe, hasVolume, api } = order;
  const wanted = { chain, address, timeframe, hasVolume };
  const fetched = await fetchPendle(wanted, store, SURROUNDINGS, api);
  const { market: { name, expiry, details }, names, end, fetchedAt } = fetched;
  const range = details?.yieldRange;
  const spec = checkSpec({
    source: "pendle",
    url: `https://app.pendle.finance/trade/markets/${address}`,
    ...facts,
    expiry: facts.expiry ?? expiry,
    name: facts.name === marketKey ? name.slice(0, 64) : facts.name ?? name,
    // A history that has ended is imported as far as the service has it.
    end: facts.end ?? (Date.parse(end) < Date.parse(expiry) ? end : undefined),
    fetchedAt,
    ...range === undefined || facts.yieldRange !== undefined
      ? {}
      : { yieldRange: [range.min, range.max] },
  } as SpecInput);
  const answers = names.map((answer): Pending => ({
    name: answer,
    open: async () => ({ file: answer, bytes: await openFile(`${store.path}/${answer}`) }),
  }));
  return { spec, pending: [...answers, ...files], finish: () => store.remove() };
}

function openAll(pending: readonly Pending[]): Promise<readonly ReadableSource[]> {
  return Promise.all(pending.map(({ open }) => open()));
}

const SURROUNDINGS: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => systemClock.epochMs(),
  report: printError,
};

interface Made {
  readonly target: string;
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

async function make(
  { into, isReplacing }: ImportOrder,
  spec: ImportSpec,
  pending: readonly Pending[],
): Promise<Made> {
  const staging = await Staging.make(into, spec.marketKey, isReplacing);
  try {
    const kept: KeptSource[] = [];
    const imported = await importMarket(keepAll(pending, `${staging.path}/${RAW}`, kept), spec);
    const files = kept.map((source) => source.kept());
    checkTwice(files.map(({ sha256 }) => sha256), pending);
    const fingerprint = await sourceSha256(files);
    const written = await makeMarketFiles(imported, spec, fingerprint);
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
function checkTwice(fingerprints: readonly string[], pending: readonly Pending[]): void {
  const at = fingerprints.findIndex((sha256, index) => fingerprints.indexOf(sha256) !== index);
  if (at < 0) return;
  const first = pending[fingerprints.indexOf(fingerprints[at] ?? "")]?.name ?? "";
  throw new StartError(`Cannot import ${pending[at]?.name ?? ""}: it is the same file as ${first}`);
}

/** Returns the market's existing id, or the first id that is free in the folder. */
async function chooseId(into: string, key: string | undefined): Promise<number> {
  const ids = new Map<string, number>();
  try {
    for await (const { name } of Deno.readDir(into)) {
      for (const id of await readMarketIds(`${into}/${name}/manifest.json`)) ids.set(name, id);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const known = key === undefined ? undefined : ids.get(key);
  if (known !== undefined) return known;
  const taken = new Set(ids.values());
  let id = IMPORTED_ID_MIN;
  while (taken.has(id)) id++;
  return id;
}

/** Returns the ids of a manifest; an unreadable one is skipped, because the server reports it. */
async function readMarketIds(path: string): Promise<readonly number[]> {
  try {
    const { markets } = parseManifest(path, await Deno.readTextFile(path));
    return markets.map(({ marketId }) => marketId);
  } catch {
    return [];
  }
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
