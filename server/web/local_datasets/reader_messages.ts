import type { Timeframe } from "../../contracts/scalar.ts";
import type { DatasetEntry, DatasetSummary } from "../../contracts/types.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";

/** A file that the reader dropped or chose. */
export interface DroppedFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Facts of a market that its CSV files lack, as typed by the reader. */
export interface TypedFacts {
  readonly name: string;
  /** Instants in UTC, `2025-11-27T00:00`; `farExpiry` may be empty. */
  readonly expiry: string;
  readonly farExpiry: string;
  readonly scalarRoot: string;
  /** Whether the scalar root is an estimate rather than the value on chain. */
  readonly isEstimated: boolean;
}

/** Questions about CSV files without a manifest. */
export interface AskedFacts {
  /** Facts that the files contain. */
  readonly files: readonly {
    readonly name: string;
    readonly timeframe: Timeframe;
    readonly bars: number;
  }[];
  /** Whether a file has the yield of the next maturity, whose expiry is then needed. */
  readonly hasFar: boolean;
  readonly facts: TypedFacts;
}

/** Facts of a local dataset, without its numbers. */
export interface LocalFacts {
  /** The entry of a manifest; `marketId` is in the range of local markets. */
  readonly entry: DatasetEntry;
  readonly header: DatasetHeader;
}

/** A local dataset in the list of the page. */
export interface ListedDataset extends LocalFacts {
  /** The summary by the current engine; null if it refuses a dataset that an earlier engine accepted. */
  readonly summary: DatasetSummary | null;
  /** Why the engine refuses it. */
  readonly fault: string | null;
}

/** A dataset as the browser stores it. */
export interface LocalDataset extends LocalFacts {
  readonly columns: Float64Array<ArrayBuffer>;
  /** The original file. */
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** A dataset that the engine has just accepted. */
export interface CheckedDataset extends LocalDataset {
  readonly summary: DatasetSummary;
}

/** The outcome of reading files. */
export type Reading =
  | { readonly kind: "datasets"; readonly datasets: readonly CheckedDataset[] }
  | { readonly kind: "asked"; readonly asked: AskedFacts }
  | { readonly kind: "fault"; readonly sentence: string };

/** The service of the worker that reads files. */
export interface ReaderService {
  /** Rejects with a sentence for the reader of the page. */
  read(order: ReadOrder): Promise<Reading>;
}

/** Files to read, and the engine that checks them. */
export interface ReadOrder {
  /** The compiled engine. */
  readonly module: WebAssembly.Module;
  readonly files: readonly DroppedFile[];
  /** null: not entered yet. */
  readonly facts: TypedFacts | null;
}
