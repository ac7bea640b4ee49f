// This module is browser compatible.

import { serveCalls, type WorkerScope } from "./serve_calls.ts";

serveCalls(self as unknown as WorkerScope);
