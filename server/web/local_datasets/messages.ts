// This module is browser compatible.

import type { Timeframe } from "../../contracts/scalar.ts";
import type { DatasetEntry, DatasetSummary } from "../../contracts/types.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";

/** A file of the reader. */
export interface DroppedFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The facts of a market that its CSV files do not have, as they were typed. */
export interface TypedFacts {
  readonly name: string;
  /** Instants in UTC, `2025-11-27T00:00`; `farExpiry` may be empty. */
  readonly expiry: string;
  readonly farExpiry: string;
  readonly scalarRoot: string;
  /** Whether the scalar root is an estimate and not that of the chain. */
  readonly isEstimated: boolean;
}

/** What the page asks of CSV files that no manifest names. */
export interface AskedFacts {
  /** What the files say by themselves. */
  readonly files: readonly {
    readonly name: string;
    readonly timeframe: Timeframe;
    readonly bars: number;
  }[];
  /** Whether a file has the yield of the next maturity, so that its expiry is needed. */
  readonly hasFar: boolean;
  readonly facts: TypedFacts;
}

/** What the browser keeps of a dataset of the reader's own beside its numbers. */
export interface OwnFacts {
  /** As a manifest would say it; `marketId` is of the range of the reader's own. */
  readonly entry: DatasetEntry;
  readonly header: DatasetHeader;
}

/** What the page lists. */
export interface ListedOwn extends OwnFacts {
  /** By the engine of this page; null when it refuses what an earlier one took. */
  readonly summary: DatasetSummary | null;
  /** Why it is refused. */
  readonly fault: string | null;
}

/** A dataset as the browser keeps it. */
export interface OwnDataset extends OwnFacts {
  readonly columns: Float64Array<ArrayBuffer>;
  /** The file as it was given. */
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** A dataset that the engine has just taken. */
export interface TakenOwn extends OwnDataset {
  readonly summary: DatasetSummary;
}

/** What came of files. */
export type Reading =
  | { readonly kind: "datasets"; readonly datasets: readonly TakenOwn[] }
  | { readonly kind: "asked"; readonly asked: AskedFacts }
  | { readonly kind: "fault"; readonly sentence: string };

/** The one message to the reading worker, which answers with a `Reading`. */
export interface ReadOrder {
  /** The compiled engine. */
  readonly module: WebAssembly.Module;
  readonly files: readonly DroppedFile[];
  /** null: not asked yet. */
  readonly facts: TypedFacts | null;
}
