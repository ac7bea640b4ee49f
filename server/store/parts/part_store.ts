// This module is browser compatible.

/**
 * The place of the points that searches keep: a Parquet file per range, by key. Keys begin with the id
 * of a search and contain the hash of the content, so that a second writer writes the same object.
 */
export interface PartStore {
  /** Stores a part completely, or rejects. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** @throws {Error} when there is no such part */
  get(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the ids of the searches that have parts, also of those whose worker died. */
  searchIds(): Promise<readonly string[]>;
  remove(searchId: string): Promise<void>;
}
