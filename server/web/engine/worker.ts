// This module is browser compatible.

import { loadLocal } from "../local_datasets/storage.ts";
import { SERVED_FILES } from "./files.ts";
import { serveCalls, type WorkerScope } from "./serve_calls.ts";

serveCalls(self as unknown as WorkerScope, {
  ...SERVED_FILES,
  // A browser without storage keeps none.
  loadLocal: (marketId, timeframe) => loadLocal(marketId, timeframe).catch(() => null),
});
