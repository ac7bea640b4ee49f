/** The name from when the database held local datasets only; another name would lose them. */
const DATABASE = "arena-own-datasets";
const VERSION = 2;

/**
 * The stores of this browser: facts and contents of local datasets, the history of candidates, the
 * trials on each dataset (`tried`). Stored names stay, so that no work is lost.
 */
const STORES = ["facts", "contents", "candidates", "tried"] as const;
export type StoreName = typeof STORES[number];

/** Returns a store of a transaction. */
export type Stores = (name: StoreName) => IDBObjectStore;

/**
 * Runs one atomic transaction.
 *
 * @param names the stores that the transaction uses
 * @param work makes requests; its result is that of the request it returns
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
