// deno-lint-ignore no-external-import -- part of the runtime
import type { DatabaseSync } from "node:sqlite";

/** @throws {Error} with the first damage found */
export function checkIntegrity(database: DatabaseSync): void {
  const found = database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
  if (found !== "ok") throw new Error(`it is damaged, ${String(found).replaceAll("\n", " ")}`);
}

/** Flushes a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true });
  await file.sync();
}
