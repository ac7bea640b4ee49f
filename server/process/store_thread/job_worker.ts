/// <reference lib="deno.worker" />

import { serveRemote } from "../../base/serve_remote.ts";
import { JobServer } from "./job_server.ts";

serveRemote(self, new JobServer());
