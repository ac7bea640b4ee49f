/// <reference lib="deno.worker" />

import { serveRemote } from "../../base/serve_remote.ts";
import { loadEngine } from "../../engine/load.ts";
import { PartWriter } from "../points/points_part.ts";
import { RangeService } from "./range_service.ts";

serveRemote(self, new RangeService(loadEngine, (file) => new PartWriter(file, file.stage)));
