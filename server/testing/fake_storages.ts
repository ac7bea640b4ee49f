/** Initial contents of the two storages of a browser. */
interface Contents {
  readonly tab?: Readonly<Record<string, string>>;
  readonly browser?: Readonly<Record<string, string>>;
}

/** The storages of a browser in memory, for `startStored`. */
export function fakeStorages({ tab = {}, browser = {} }: Contents): {
  readonly tab: () => Storage;
  readonly browser: () => Storage;
  readonly events: EventTarget;
} {
  const [ofTab, ofBrowser] = [new MemoryStorage(tab), new MemoryStorage(browser)];
  return { tab: () => ofTab, browser: () => ofBrowser, events: new EventTarget() };
}

class MemoryStorage implements Storage {
  readonly [name: string]: unknown;
  readonly #items: Map<string, string>;

  constructor(contents: Readonly<Record<string, string>>) {
    this.#items = new Map(Object.entries(contents));
  }

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}
