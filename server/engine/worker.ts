/// <reference lib="deno.worker" />

import { systemClock } from "../base/clock.ts";
import { serveRemote } from "../base/serve_remote.ts";
import { JobService } from "./job_service.ts";
import { loadEngine } from "./load.ts";

serveRemote(self, new JobService(loadEngine, systemClock));
