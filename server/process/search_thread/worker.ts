/// <reference lib="deno.worker" />

import { serveRemote } from "../../base/serve_remote.ts";
import { SearchServer } from "./search_server.ts";

serveRemote(self, new SearchServer());
