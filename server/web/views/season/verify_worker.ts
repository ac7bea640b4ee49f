import "../../local_datasets/without_eval.ts";
import { type RemoteScope, serveRemote } from "../../../base/serve_remote.ts";
import type { Dataset } from "../../../datasets/dataset.ts";
import type { Engine } from "../../../engine/engine.ts";
import { LocalVerifyEngine } from "../../../season/verify/verify_engine.ts";
import { verify } from "../../../season/verify/verify.ts";
import { createEngine, SERVED_FILES } from "../../engine/files.ts";
import type { Program, Sources } from "../../engine/messages.ts";
import { readBytes } from "./arena_files.ts";
import type { Finding } from "../../../season/verify/finding.ts";
import type { LogPlace } from "../../../season/rules/statements.ts";

/** Rows of a board that are run again. */
const SAMPLE = 20;

let engine: Engine | null = null;
let datasets: Promise<readonly Dataset[]> | null = null;

/** Loads every official dataset: a receipt may be of any market. */
async function loadAll(engine: Engine, sources: Sources): Promise<readonly Dataset[]> {
  const all = await Promise.all(
    sources.datasets.map((entry) => SERVED_FILES.loadDataset(entry, engine)),
  );
  for (const dataset of all) engine.addDataset(dataset);
  return all;
}

const service: VerifyService = {
  async verify({ module, sources, file, head, entry }: VerifyOrder, hear): Promise<void> {
    // The bindings have one instance.
    const own = engine ??= createEngine(module);
    datasets ??= loadAll(own, sources);
    datasets.catch(() => datasets = null);
    const findings = verify(file, {
      files: { place: "the folder /arena/ beside this page", read: readBytes },
      engine: new LocalVerifyEngine(own, await datasets),
      keys: null,
      head,
      sample: entry === null ? SAMPLE : 1,
      // A sample of one is the entry at this share of the list.
      random: entry === null ? Math.random : () => (entry.at + 0.5) / entry.of,
      progress: (done, of) => hear({ kind: "progress", done, of }),
    });
    for await (const finding of findings) hear({ kind: "finding", finding });
  },
};

serveRemote(self as unknown as RemoteScope, service);

/** A file to verify, and the program of the engine that repeats its runs. */
export interface VerifyOrder extends Program {
  /** A receipt, an answer with one, or the file of a season. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** A head of the log that the reader noted; null without one. */
  readonly head: LogPlace | null;
  /** The entry of a board to run again; null picks some at random. */
  readonly entry: { readonly board: string; readonly at: number; readonly of: number } | null;
}

/** News of a verification. */
export type VerifyNews =
  | { readonly kind: "finding"; readonly finding: Finding }
  /** Hidden half-years on which the picked entries have run. */
  | { readonly kind: "progress"; readonly done: number; readonly of: number };

/** The service of the page's verification worker. */
export interface VerifyService {
  /** Verifies a file against the public folder beside the page. */
  verify(order: VerifyOrder, hear: (news: VerifyNews) => void): Promise<void>;
}
