/// <reference lib="deno.worker" />

import { serveRemote } from "../base/serve_remote.ts";
import { loadEngine } from "../engine/load.ts";
import { RangeService } from "./range_service.ts";

serveRemote(self, new RangeService(loadEngine));
