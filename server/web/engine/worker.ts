// This module is browser compatible.

import { loadOwn } from "../local_datasets/storage.ts";
import { SERVED_FILES } from "./files.ts";
import { serveCalls, type WorkerScope } from "./serve_calls.ts";

serveCalls(self as unknown as WorkerScope, {
  ...SERVED_FILES,
  // A browser without storage keeps none.
  loadOwn: (marketId, timeframe) => loadOwn(marketId, timeframe).catch(() => null),
});
