// This module is browser compatible.

/** As it was named when it held the reader's datasets alone: another name would lose them. */
const DATABASE = "arena-own-datasets";
const VERSION = 2;

/**
 * What this browser keeps: facts and contents of the reader's own datasets, the candidates that were
 * run, what was tried on each dataset, and the last sweeps.
 */
const STORES = ["facts", "contents", "candidates", "tried", "sweeps"] as const;
export type StoreName = typeof STORES[number];

/** Gives the stores of a transaction. */
export type Stores = (name: StoreName) => IDBObjectStore;

/**
 * Does something in one transaction, which holds as a whole or not at all.
 *
 * @param names the stores that it takes part in
 * @param work returns the request whose answer is returned; it may make more of them
 */
export async function withStores<T>(
  names: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest | null,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(names, mode);
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
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      for (const name of STORES) {
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
