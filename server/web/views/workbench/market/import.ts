import type { Market } from "../../../../contracts/catalog.ts";
import { messageOf } from "../../../../base/errors.ts";
import type { DatasetHeader } from "../../../../datasets/dataset.ts";
import type { DatasetEntry, Manifest } from "../../../../contracts/types.ts";
import type { Program } from "../../../engine/messages.ts";
import type {
  CheckedDataset,
  LocalFacts,
  ReaderService,
  Reading,
  ReadOrder,
} from "../../../local_datasets/reader_messages.ts";
import { loadLocal, removeLocal, saveLocal } from "../../../local_datasets/storage.ts";
import { IMPORTED_ID_MIN } from "../../../../contracts/market_ids.ts";
import { startProgram } from "../../../engine/program.ts";
import { localDatasets, localDatasetsListed } from "../../../state/local_markets.ts";

/** Reads files in a worker that lives for this one call. */
export async function readDropped(
  order: Omit<ReadOrder, "module">,
  program: () => Promise<Program>,
): Promise<Reading> {
  const connection = startProgram<ReaderService>("reader", "read files");
  try {
    const { module } = await program();
    return await connection.remote.read({ ...order, module });
  } catch (thrown) {
    return { kind: "fault", sentence: messageOf(thrown) };
  } finally {
    connection.close();
  }
}

/**
 * Stores datasets in this browser. A stored dataset is never replaced.
 *
 * @returns a message if they cannot be stored, else null
 */
export async function keep(datasets: readonly CheckedDataset[]): Promise<string | null> {
  await localDatasetsListed();
  const conflict = datasets.map(findConflict).find((sentence) => sentence !== null);
  if (conflict !== undefined) return conflict;
  try {
    await saveLocal(datasets);
    const added = datasets.map(({ entry, header, summary }) => {
      return { entry, header, summary, fault: null };
    });
    const isAdded = ({ header }: LocalFacts): boolean =>
      added.some((local) => isSame(local, { header }));
    localDatasets.value = [...localDatasets.value.filter((local) => !isAdded(local)), ...added];
    return null;
  } catch (thrown) {
    return `Cannot keep the dataset in this browser: ${messageOf(thrown)}`;
  }
}

/** Removes all datasets of a market; returns a message if that fails, else null. */
export async function remove(marketId: number): Promise<string | null> {
  try {
    await removeLocal(marketId);
    localDatasets.value = localDatasets.value.filter(({ entry }) => entry.marketId !== marketId);
    return null;
  } catch (thrown) {
    return `Cannot remove the dataset: ${messageOf(thrown)}`;
  }
}

/** Returns the original CSV file of a dataset. */
export async function readOriginal({ entry }: LocalFacts): Promise<string> {
  const dataset = await loadLocal(entry.marketId, entry.timeframe);
  return new TextDecoder().decode(dataset?.csv);
}

/** Returns a message if a dataset conflicts with the stored ones, else null. */
function findConflict(local: CheckedDataset): string | null {
  const { marketId, name, timeframe } = local.entry;
  const advice = "remove it first, or give this one another name";
  const others = localDatasets.value.filter(({ entry }) => entry.marketId === marketId);
  if (others.some(({ header }) => sharedFacts(header) !== sharedFacts(local.header))) {
    return `Cannot keep ${name}: another market of this name has different facts; ${advice}`;
  }
  const same = others.find((other) => isSame(other, local));
  if (same === undefined || same.header.sha256 === local.header.sha256) return null;
  return `Cannot keep ${name}: it already has ${timeframe} bars, from another file; ${advice}`;
}

function isSame(one: Pick<LocalFacts, "header">, other: Pick<LocalFacts, "header">): boolean {
  return one.header.marketId === other.header.marketId &&
    one.header.timeframe === other.header.timeframe;
}

/** Facts that all datasets of a market share. */
function sharedFacts({ marketKey, expiry, farExpiry, scalarRoot }: DatasetHeader): string {
  return JSON.stringify([marketKey, Date.parse(expiry), Date.parse(farExpiry ?? ""), scalarRoot]);
}

/**
 * Returns the manifest of the local datasets of one market. With the manifest their files are a folder
 * that a server loads, and that this page imports without asking. The market gets an id that is free on
 * the server of this page.
 */
export function exportManifest(
  entries: readonly DatasetEntry[],
  served: readonly Market[],
): Manifest {
  const taken = new Set(served.map(({ id }) => id));
  let marketId = IMPORTED_ID_MIN;
  while (taken.has(marketId)) marketId++;
  const markets = entries.slice(0, 1).map(({ marketKey, name, expiry, scalarRoot, farExpiry }) => {
    return { marketId, marketKey, name, expiry, scalarRoot, farExpiry };
  });
  const datasets = entries.map((entry) => {
    const { marketKey: _, name: __, expiry: ___, scalarRoot: ____, farExpiry: _____, ...own } =
      entry;
    return { ...own, marketId };
  });
  return { markets, datasets };
}
