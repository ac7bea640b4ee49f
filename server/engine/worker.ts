/// <reference lib="deno.worker" />

import { systemClock } from "../base/clock.ts";
import { loadEngine } from "./load.ts";
import { serveJobs } from "./serve_jobs.ts";

serveJobs(self, loadEngine, systemClock);
