// This module is browser compatible.

import type { PublishedStore } from "./published_store.ts";
import type { SeasonStore } from "./season_store.ts";
import type { SigningKeyStore } from "./signing_key_store.ts";

/** The stores of the arena: one SQLite file, or tables of the PostgreSQL database. */
export interface ArenaStore {
  readonly seasons: SeasonStore;
  readonly signingKeys: SigningKeyStore;
  readonly published: PublishedStore;
  close(): void | Promise<void>;
}
