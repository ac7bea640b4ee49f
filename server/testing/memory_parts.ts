import type { PartStore } from "../store/parts/part_store.ts";

export class MemoryParts implements PartStore {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.files.set(key, bytes.slice());
    return Promise.resolve();
  }

  get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = this.files.get(key);
    return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`there is no ${key}`));
  }

  searchIds(): Promise<readonly string[]> {
    const ids = this.files.keys().map((key) => key.slice(0, key.lastIndexOf("/")));
    return Promise.resolve([...new Set(ids)]);
  }

  remove(searchId: string): Promise<void> {
    for (const key of [...this.files.keys()]) {
      if (key.startsWith(`${searchId}/`)) this.files.delete(key);
    }
    return Promise.resolve();
  }
}
