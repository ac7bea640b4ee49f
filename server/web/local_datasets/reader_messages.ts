import type { DatasetEntry, DatasetSummary } from "../../contracts/types.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { SurveyedTable } from "../../datasets/import/survey.ts";

/** Facts of a market that its files lack, as texts that the reader of the page has typed. */
export interface TypedFacts {
  /** By the options of `datasets import`; instants as `2025-11-27T00:00`, UTC. */
  readonly texts: Readonly<Record<string, string>>;
  /** The form to read a file as, by its name; empty: the form that its columns tell. */
  readonly forms: Readonly<Record<string, string>>;
  /** Columns by `FILE:NAME`, with NAME a quantity or `timestamp`. */
  readonly map: Readonly<Record<string, string>>;
}

/** What files have, and what the reader is asked about their market. */
export interface AskedFacts {
  readonly tables: readonly SurveyedTable[];
  /** Sentences in the words of the command. */
  readonly questions: readonly string[];
  /** How the files are read; empty while there are questions. */
  readonly report: readonly string[];
  /** What is known already. */
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
  /** The file of the dataset. */
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** A dataset that the engine has just accepted. */
export interface CheckedDataset extends LocalDataset {
  readonly summary: DatasetSummary;
}

/** The outcome of reading files. */
export type Reading =
  | {
    readonly kind: "datasets";
    readonly datasets: readonly CheckedDataset[];
    /** How the sources were read; empty for a folder. */
    readonly report: readonly string[];
  }
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
  readonly files: readonly File[];
  /** null: not entered yet. */
  readonly facts: TypedFacts | null;
}
