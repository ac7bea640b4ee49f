// This module is browser compatible.

import "./without_eval.ts";
import { StartError } from "../../base/errors.ts";
import { SERVED_FILES } from "../engine/files.ts";
import { EngineFailure } from "../engine/failure.ts";
import type { Reading, ReadOrder } from "./messages.ts";
import { readFiles } from "./read_files.ts";

/** The worker's global scope, as far as this program uses it. */
interface ReaderScope {
  onmessage: ((event: MessageEvent<ReadOrder>) => void) | null;
  postMessage(reading: Reading, transfer: Transferable[]): void;
}

const scope = self as unknown as ReaderScope;

scope.onmessage = async ({ data: order }): Promise<void> => {
  const reading = await read(order);
  const buffers = reading.kind !== "datasets"
    ? []
    : reading.datasets.flatMap(({ columns, csv }) => [columns.buffer, csv.buffer]);
  scope.postMessage(reading, [...new Set(buffers)]);
};

async function read({ module, files, facts }: ReadOrder): Promise<Reading> {
  try {
    return await readFiles(files, facts, await SERVED_FILES.makeEngine(module));
  } catch (thrown) {
    if (thrown instanceof StartError || thrown instanceof EngineFailure) {
      return { kind: "fault", sentence: thrown.message };
    }
    throw thrown;
  }
}
