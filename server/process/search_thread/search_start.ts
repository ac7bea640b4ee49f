import type { Dataset } from "../../datasets/dataset.ts";
import type { StoredBytes } from "../../store/search_store.ts";
import type { Config } from "../config.ts";
import type { ArenaPlace } from "./open_arena_store.ts";
import type { SearchPlace } from "./open_searches.ts";
import type { Retention } from "./upkeep.ts";

/** Everything that the threads of searches start with. */
export interface SearchStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  readonly place: SearchPlace;
  readonly arena: ArenaPlace;
  readonly signing: Pick<Config, "signingKeyFile" | "publicUrl">;
  /** Workers; 0: other processes work on the searches. */
  readonly workers: number;
  readonly retention: Retention;
  /** Limits of the bytes that points may take. */
  readonly bytes: StoredBytes;
  /** Memory of the `RecentRequests` to which searches yield. */
  readonly requests: SharedArrayBuffer;
}

/** Receives failures, for the log. */
export type Report = (sentence: string) => void;
