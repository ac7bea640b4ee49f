import { type RemoteScope, serveRemote } from "../../base/serve_remote.ts";
import { loadLocal } from "../local_datasets/storage.ts";
import { EngineHost } from "./engine_host.ts";
import { SERVED_FILES } from "./files.ts";
import type { EngineOrder } from "./messages.ts";

const order: EngineOrder = JSON.parse(self.name);
const host = new EngineHost({
  ...SERVED_FILES,
  // A browser without storage keeps no datasets.
  loadLocal: (marketId, timeframe) => loadLocal(marketId, timeframe).catch(() => null),
}, order);

// The first call gets the failure.
host.open().catch(() => {});

serveRemote(self as unknown as RemoteScope, host, { isInOrder: true });
