// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { endOf, type Outcome } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

const FLAGS = ["--no-prompt", "--allow-read", "--allow-write", "--allow-env=ARENA_*,DATABASE_URL"];

/** Returns the command `search` with words. */
export function command(words: readonly string[]): Deno.Command {
  return commandOf(["run", ...FLAGS, "main.ts", "search", ...words]);
}

function commandOf(args: readonly string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs `search` with words to its end. */
export function search(...words: string[]): Promise<Outcome> {
  return outcomeOf(["run", ...FLAGS, "main.ts", "search", ...words]);
}

/** Runs Deno with arguments to its end. */
export async function outcomeOf(args: readonly string[]): Promise<Outcome> {
  return await endOf(commandOf(args).spawn());
}

/** Writes a plan into a folder; returns its path. */
export async function planFile(
  folder: string,
  plan: unknown,
  name = "plan.json",
): Promise<string> {
  const file = `${folder}/${name}`;
  await Deno.writeTextFile(file, JSON.stringify(plan));
  return file;
}

/** Returns the number of finished ranges of a folder. */
export function rangesIn(folder: string): number {
  try {
    using database = new DatabaseSync(`${folder}/searches.sqlite`, { readOnly: true });
    const row = database.prepare("SELECT count(*) AS count FROM search_results").get();
    return Number(row?.["count"]);
  } catch {
    return 0;
  }
}
