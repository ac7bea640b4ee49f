// This module is browser compatible.

import type { KeyRegister, KeyStore } from "./key_store.ts";
import type { TrialStore } from "./trial_store.ts";

/** Keys and trials of a server, in one file or one database. */
export interface Stores {
  readonly keys: KeyStore;
  readonly trials: TrialStore;
  /**
   * Runs an operator's work on the keys.
   *
   * @throws {StartError} when they cannot be read or written
   */
  withRegister<T>(work: (keys: KeyRegister) => Promise<T>): Promise<T>;
  /** Writes pending changes and closes the file or the connections. */
  close(): void | Promise<void>;
}
