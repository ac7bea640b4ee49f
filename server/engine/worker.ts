/// <reference lib="deno.worker" />

import { loadEngine } from "./load.ts";
import { serveJobs } from "./serve_jobs.ts";

serveJobs(self, loadEngine);
