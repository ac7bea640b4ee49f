type Request = { result?: unknown; onsuccess?: () => void };
type Transaction = { oncomplete?: () => void; objectStore: (name: string) => unknown };

/** The rows of stores by key, which is JSON. */
type FakeStores = Map<string, Map<string, unknown>>;

/**
 * Puts a database of the browser in memory into the global scope. All requests succeed, in order.
 *
 * @param isRead until it ends, no transaction that reads only is complete
 */
export function fakeDatabase(stores: FakeStores = new Map(), isRead = Promise.resolve()): void {
  const storeOf = (name: string): object => {
    const rows = stores.get(name) ?? new Map<string, unknown>();
    stores.set(name, rows);
    return {
      put: (row: unknown, key: unknown): Request => {
        rows.set(JSON.stringify(key), structuredClone(row));
        return {};
      },
      delete: (key: unknown): Request => ({ result: rows.delete(JSON.stringify(key)) }),
      getAll: (): Request => ({ result: structuredClone([...rows.values()]) }),
      openCursor: (): Request => ({}),
    };
  };
  const database = {
    close: (): void => {},
    transaction: (_names: unknown, mode: string): Transaction => {
      const transaction: Transaction = { objectStore: storeOf };
      const isOver = mode === "readonly" ? isRead : Promise.resolve();
      isOver.then(() => transaction.oncomplete?.());
      return transaction;
    },
  };
  const open = (): Request => {
    const request: Request = { result: database };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  Object.assign(globalThis, { indexedDB: { open } });
}
