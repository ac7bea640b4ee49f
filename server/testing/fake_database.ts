type Request = { result?: unknown; onsuccess?: () => void };
type Transaction = { oncomplete?: () => void; objectStore: (name: string) => unknown };

/** Puts a database of the browser in memory into the global scope. All requests succeed, in order. */
export function fakeDatabase(): void {
  const stores = new Map<string, Map<string, unknown>>();
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
    transaction: (): Transaction => {
      const transaction: Transaction = { objectStore: storeOf };
      queueMicrotask(() => transaction.oncomplete?.());
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
