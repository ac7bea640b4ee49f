/// <reference lib="deno.worker" />

import { serveRemote } from "../../base/serve_remote.ts";
import { StoreThread } from "./store_thread.ts";

serveRemote(self, new StoreThread());
