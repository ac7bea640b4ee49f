import "../../../local_datasets/without_eval.ts";
import { type RemoteScope, serveRemote } from "../../../../base/serve_remote.ts";
import type { Engine } from "../../../../engine/engine.ts";
import { RangeService } from "../../../../search/workers/range_service.ts";
import { createEngine, SERVED_FILES } from "../../../engine/files.ts";
import { headersOfLocal, loadLocal } from "../../../local_datasets/storage.ts";
import { SweepRunner } from "./sweep_runner.ts";
import { find } from "../../../engine/program.ts";

/**
 * The program of the search worker and of the workers that it starts: the page calls `search` on the
 * first, which calls `RangeService` on the others.
 */
interface Scope extends RemoteScope {
  readonly location: Location;
}

const scope = self as unknown as Scope;

let engine: Engine | null = null;
// The bindings have one instance.
const load = (module: WebAssembly.Module): Engine => engine ??= createEngine(module);
const host = new SweepRunner({
  createEngine: load,
  load: async (marketId, timeframe, { engine, sources }) => {
    const entry = find(sources, marketId, timeframe);
    if (entry === undefined) return await loadLocal(marketId, timeframe).catch(() => null);
    return await SERVED_FILES.loadDataset(entry, engine);
  },
  listLocal: headersOfLocal,
  spawn: () => new Worker(scope.location.href, { type: "module" }),
});

serveRemote(scope, Object.assign(new RangeService(load), { search: host.search.bind(host) }));
