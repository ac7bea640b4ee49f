import { IMPORTED_ID_MIN } from "../../contracts/market_ids.ts";
import { checkSpec, missingFacts, refuseIncomplete } from "../../datasets/import/import_market.ts";
import type { ReadableSource } from "../../datasets/import/collect.ts";
import { baseName } from "../../datasets/import/sources/table.ts";
import type { ImportSpec, SpecInput } from "../../datasets/import/spec.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import { StartError } from "../../base/errors.ts";
import { print } from "../../process/output.ts";
import { fetchHistory } from "./fetched.ts";
import { type ImportOrder, readImportOrder } from "./import_options.ts";
import { importAll } from "./import_all.ts";
import { type Made, makeMarket } from "./make_market.ts";
import { keptSource, openFile, type Pending, readRecord } from "./raw_files.ts";
import { lockMarket, recover } from "./staging.ts";

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
  const { asset, market, marketKey } = order.spec;
  const isAll = asset !== undefined && market === undefined && marketKey === undefined;
  if (order.isFromPendle && isAll) return await importAll(order, importOne);
  const { target, lines, facts } = await importOne(order);
  print(
    order.isJson ? JSON.stringify({ folder: target, ...facts }) : [...lines, target].join("\n"),
  );
}

async function importOne(order: ImportOrder): Promise<Made> {
  const { spec, pending, finish } = await prepare(order);
  await using _lock = await lockMarket(order.into, spec.marketKey);
  await recover(order.into, spec.marketKey);
  const made = await makeMarket(order, spec, pending);
  await finish();
  return made;
}

async function prepare(order: ImportOrder): Promise<Prepared> {
  const finish = (): Promise<void> => Promise.resolve();
  if (order.again !== undefined) {
    const { spec, files } = await readRecord(order.again);
    const pending = files.map((file) => keptSource(order.again ?? "", file));
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
    throw new StartError(
      "Cannot import from pendle: --chain, --market and --key must be given, or --asset alone for " +
        "all maturities of an asset",
    );
  }
  const { timeframe = "hourly", hasVolume, api, known } = order;
  const wanted = { chain, address, timeframe, hasVolume, known };
  const fetched = await fetchHistory(wanted, `${order.into}/.${marketKey}.fetched`, api);
  const { market: { name, expiry, details }, fetchedAt, pending, finish } = fetched;
  if (pending.length === 0) {
    throw new StartError(`Cannot import ${marketKey}: the service has no history of ${address}`);
  }
  const range = details?.yieldRange;
  const spec = checkSpec({
    source: "pendle",
    url: `https://app.pendle.finance/trade/markets/${address}`,
    ...facts,
    expiry: facts.expiry ?? expiry,
    name: facts.name === marketKey ? name.slice(0, 64) : facts.name ?? name,
    // A market that lives is imported as far as the service has it.
    isLive: Date.parse(fetchedAt) < Date.parse(expiry) ? true : undefined,
    fetchedAt,
    ...range === undefined || facts.yieldRange !== undefined
      ? {}
      : { yieldRange: [range.min, range.max] },
  } as SpecInput);
  return { spec, pending: [...pending, ...files], finish };
}

function openAll(pending: readonly Pending[]): Promise<readonly ReadableSource[]> {
  return Promise.all(pending.map(({ open }) => open()));
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
