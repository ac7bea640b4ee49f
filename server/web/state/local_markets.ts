import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Market } from "../../contracts/catalog.ts";
import { toMarkets } from "../../datasets/markets.ts";
import { messageOf } from "../../base/errors.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import type { DatasetName } from "../engine/messages.ts";
import type { ListedDataset } from "../local_datasets/reader_messages.ts";
import { listLocal } from "../local_datasets/storage.ts";

/** Checks and describes a stored dataset with an engine. */
export type Summarize = (name: DatasetName) => Promise<DatasetSummary>;

/** The datasets that only this browser has. */
export const localDatasets: Signal<readonly ListedDataset[]> = signal<readonly ListedDataset[]>([]);

/** Their markets, in the form in which a server lists its own. */
export const localMarkets: ReadonlySignal<readonly Market[]> = computed(() =>
  toMarkets(
    localDatasets.value.flatMap(({ entry, summary }) =>
      summary === null ? [] : [{ name: entry.name, summary }]
    ),
  )
);

let listing: Promise<void> = Promise.resolve();

/** Lists the datasets of earlier visits; none in a browser without storage. */
export function openLocalDatasets(summarize: Summarize): Promise<void> {
  return listing = list(summarize);
}

/** Waits until the list has every stored dataset: an import before would replace what it cannot see. */
export function localDatasetsListed(): Promise<void> {
  return listing;
}

async function list(summarize: Summarize): Promise<void> {
  const facts = await listLocal().catch(() => []);
  localDatasets.value = await Promise.all(facts.map(async (local) => {
    try {
      return { ...local, summary: await summarize(local.header), fault: null };
    } catch (thrown) {
      return { ...local, summary: null, fault: messageOf(thrown) };
    }
  }));
}
