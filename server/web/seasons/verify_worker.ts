import "../local_datasets/without_eval.ts";
import { type RemoteScope, serveRemote } from "../../base/serve_remote.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { LocalVerifyEngine } from "../../engine/verify_engine.ts";
import { verify } from "../../season/verify/verify.ts";
import { engineOf, SERVED_FILES } from "../engine/files.ts";
import type { Sources } from "../engine/messages.ts";
import { readBytes } from "./arena_files.ts";
import type { VerifyOrder, VerifyService } from "./verify_service.ts";

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
    const own = engine ??= engineOf(module);
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
