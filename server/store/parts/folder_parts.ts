// deno-lint-ignore no-external-import -- part of the runtime
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import type { PartStore } from "./part_store.ts";

/** Parts in a folder, which servers and workers of one database share. */
export class FolderParts implements PartStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const path = `${this.#path}/${key}`;
    await mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    // Two workers may write the same part.
    const partial = `${path}.${crypto.randomUUID()}.partial`;
    const file = await open(partial, "w");
    try {
      await file.writeFile(bytes);
      // The row that names the part must not survive a loss of power without it.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await readFile(`${this.#path}/${key}`));
  }

  async searchIds(): Promise<readonly string[]> {
    try {
      return await readdir(this.#path);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  }

  async remove(searchId: string): Promise<void> {
    await rm(`${this.#path}/${searchId}`, { recursive: true, force: true });
  }
}
