/// <reference lib="deno.worker" />

import { serveRemote } from "../../base/serve_remote.ts";
import { SearchHost } from "./host.ts";

serveRemote(self, new SearchHost());
