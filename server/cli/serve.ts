import type { Command } from "./command_line.ts";

const SERVE = {
  name: "serve",
  summary: "Runs the server until SIGTERM or SIGINT.",
  options: {},
  notes:
    "Its settings are variables of the environment, such as ARENA_PORT; server/deploy/README.md " +
    "lists them.",
  examples: ["ARENA_PORT=8090 main.ts serve"],
} as const satisfies Command;

/**
 * Runs the server.
 *
 * @param words arguments after `serve` on the command line
 * @throws {StartError} with the reason, or the usage
 */
export async function runServe(words: readonly string[]): Promise<void> {
  // The help is not loaded for a start.
  if (words.length > 0) (await import("./command_line.ts")).readCommand(SERVE, words);
  await (await import("../process/serve.ts")).serve();
}
