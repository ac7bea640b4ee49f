import { type Columns, parseColumns } from "../../datasets/csv.ts";
import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import type { DroppedFile } from "./messages.ts";

/** A parsed CSV file. */
export interface ReadFile extends DroppedFile {
  readonly columns: Columns;
  readonly sha256: string;
}

/** Parses a CSV file; the engine checks its numbers. */
export async function readCsv(file: DroppedFile): Promise<ReadFile> {
  const columns = parseColumns(file.name, textOf(file));
  return { ...file, columns, sha256: await sha256Hex(file.content) };
}

/** @throws {StartError} if a file is not UTF-8 */
export function textOf({ name, content }: DroppedFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw new StartError(`Cannot read ${name}: it is not UTF-8`, { cause });
  }
}
