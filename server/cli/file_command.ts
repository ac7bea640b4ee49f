// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { StartError } from "../base/errors.ts";

/** A command on one file. */
export interface FileCommand {
  readonly file: string;
  readonly isJson: boolean;
}

/** Creates the folder of a file if it is missing. */
export async function makeFolderOf(path: string): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "") await Deno.mkdir(folder, { recursive: true });
}

/** The database's own tools for backup and restore, which work while servers run. */
const DATABASE_TOOLS = {
  backup: 'pg_dump --format=custom --file=FILE "$DATABASE_URL"',
  restore: 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE',
};

/** @throws {StartError} with the command to run instead, if keys and trials are in a database */
export function refuseDatabase(
  name: keyof typeof DATABASE_TOOLS,
  databaseUrl: string | null,
): void {
  if (databaseUrl === null) return;
  throw new StartError(
    `Cannot ${
      name === "backup" ? "back up to" : name
    } a file: DATABASE_URL is set, so keys, trials and searches are in a database; ` +
      `run ${DATABASE_TOOLS[name]}`,
  );
}

/** @throws {StartError} with the usage of the command */
export function readFileCommand(name: string, words: readonly string[]): FileCommand {
  const usage = `Usage: ${name} FILE [--json]`;
  try {
    const { values, positionals: [file, ...more] } = parseArgs({
      args: [...words],
      options: { json: { type: "boolean" } },
      allowPositionals: true,
    });
    if (file !== undefined && more.length === 0) return { file, isJson: values.json ?? false };
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : ""}\n${usage}`, { cause });
  }
  throw new StartError(usage);
}
