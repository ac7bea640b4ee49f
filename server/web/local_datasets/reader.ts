import "./without_eval.ts";
import { transfer } from "../../base/remote_messages.ts";
import { type RemoteScope, serveRemote } from "../../base/serve_remote.ts";
import { SERVED_FILES } from "../engine/files.ts";
import type { ReaderService } from "./reader_messages.ts";
import { readFiles } from "./read_files.ts";

const service: ReaderService = {
  read: async ({ module, files, facts }) => {
    const reading = await readFiles(files, facts, await SERVED_FILES.makeEngine(module));
    const datasets = reading.kind === "datasets" ? reading.datasets : [];
    return transfer(reading, datasets.flatMap(({ columns, csv }) => [columns.buffer, csv.buffer]));
  },
};

serveRemote(self as unknown as RemoteScope, service);
