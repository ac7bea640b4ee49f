// This module is browser compatible.

import { type RemoteScope, serveRemote } from "../../base/serve_remote.ts";
import { loadLocal } from "../local_datasets/storage.ts";
import { EngineHost } from "./engine_host.ts";
import { SERVED_FILES } from "./files.ts";

const host = new EngineHost({
  ...SERVED_FILES,
  // A browser without storage keeps no datasets.
  loadLocal: (marketId, timeframe) => loadLocal(marketId, timeframe).catch(() => null),
});

serveRemote(self as unknown as RemoteScope, host, { isInOrder: true });
