/// <reference lib="deno.worker" />

import { loadEngine } from "../engine/load.ts";
import { serveRanges } from "./serve_ranges.ts";

serveRanges(self, loadEngine);
