import { StartError } from "../base/errors.ts";
import { type Command, JSON_OPTION, readCommand } from "./command_line.ts";

/** Creates the folder of a file if it is missing. */
export async function makeParentFolder(path: string): Promise<void> {
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

const OPTIONS = { json: JSON_OPTION };

/** The commands that have a file as their operand. */
export const FILE_COMMANDS = {
  backup: {
    name: "backup",
    summary:
      "Copies the keys and trials of a server, running or stopped, into one file, and its seasons " +
      "into another beside it.",
    operands: "FILE",
    options: OPTIONS,
    examples: ["backup backups/2026-11-22.sqlite"],
  },
  restore: {
    name: "restore",
    summary:
      "Replaces the keys, trials and seasons of a stopped server by those of a backup; the " +
      "replaced files are kept beside them.",
    operands: "FILE",
    options: OPTIONS,
    examples: ["restore backups/2026-11-22.sqlite"],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** @throws {StartError} with the usage of the command */
export function readFileCommand(
  name: keyof typeof FILE_COMMANDS,
  words: readonly string[],
): { readonly file: string; readonly isJson: boolean } {
  const { values, operands } = readCommand(FILE_COMMANDS[name], words);
  return { file: operands[0] ?? "", isJson: values.json ?? false };
}
