import { type RemoteScope, serveRemote } from "../base/serve_remote.ts";
import { headersOfLocal, loadLocal } from "./local_datasets/storage.ts";
import { EngineHost } from "./engine/engine_host.ts";
import { SERVED_FILES } from "./engine/files.ts";
import type { EngineOrder } from "./engine/messages.ts";

const order: EngineOrder = JSON.parse(self.name);
const host = new EngineHost({
  ...SERVED_FILES,
  // A browser without storage keeps no datasets.
  loadLocal: (marketId, timeframe) => loadLocal(marketId, timeframe).catch(() => null),
  listLocal: headersOfLocal,
}, order);

// The first call gets the failure.
host.open().catch(() => {});

serveRemote(self as unknown as RemoteScope, host, { isInOrder: true });
