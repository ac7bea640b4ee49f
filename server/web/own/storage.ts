// This module is browser compatible.

import type { OwnDataset, OwnFacts } from "./messages.ts";

const DATABASE = "arena-own-datasets";
/** What is listed, and what only a run or a download needs; both by market and timeframe. */
const [FACTS, CONTENTS] = ["facts", "contents"] as const;

type Key = [number, string];
type Contents = Pick<OwnDataset, "columns" | "csv">;

/** Returns what is known of every dataset that this browser keeps. */
export function listOwn(): Promise<readonly OwnFacts[]> {
  return withStores("readonly", (stores) => stores(FACTS).getAll());
}

/** Returns a dataset that this browser keeps; null when it has none of that name. */
export async function loadOwn(marketId: number, timeframe: string): Promise<OwnDataset | null> {
  const key: Key = [marketId, timeframe];
  const [facts, contents] = await Promise.all([
    withStores<OwnFacts | undefined>("readonly", (stores) => stores(FACTS).get(key)),
    withStores<Contents | undefined>("readonly", (stores) => stores(CONTENTS).get(key)),
  ]);
  return facts === undefined || contents === undefined ? null : { ...facts, ...contents };
}

/** Keeps datasets, all of them or none. */
export async function keepOwn(datasets: readonly OwnDataset[]): Promise<void> {
  await withStores("readwrite", (stores) => {
    const puts = datasets.map(({ columns, csv, ...facts }) => {
      const key: Key = [facts.entry.marketId, facts.entry.timeframe];
      stores(CONTENTS).put({ columns, csv }, key);
      return stores(FACTS).put(facts, key);
    });
    return puts.at(-1) ?? null;
  });
}

/** Removes all datasets of a market. */
export async function removeOwn(marketId: number): Promise<void> {
  const all = IDBKeyRange.bound([marketId, ""], [marketId, "\uffff"]);
  await withStores("readwrite", (stores) => {
    stores(CONTENTS).delete(all);
    return stores(FACTS).delete(all);
  });
}

type Stores = (name: typeof FACTS | typeof CONTENTS) => IDBObjectStore;

/** Does something in one transaction, which holds as a whole or not at all. */
async function withStores<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest | null,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([FACTS, CONTENTS], mode);
      const request = work((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(FACTS);
      request.result.createObjectStore(CONTENTS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
