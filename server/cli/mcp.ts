import { makeKey } from "../auth/api_key.ts";
import { newRecord } from "../auth/key_changes.ts";
import { StartError } from "../base/errors.ts";
import { lazy } from "../base/lazy.ts";
import { systemClock } from "../base/clock.ts";
import { ArenaClient } from "../client/client.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { createApp } from "../http/app.ts";
import { patient, serveMcp } from "../mcp/mod.ts";
import { readConfig } from "../process/config.ts";
import { openArena } from "../process/open_arena.ts";
import { printError } from "../process/output.ts";
import { onStopSignal } from "../process/signals.ts";
import { withKeyRegister } from "../process/stores.ts";
import { type Command, readCommand } from "./command_line.ts";

const COMMAND = {
  name: "mcp",
  summary: "Serves an agent by the Model Context Protocol over standard input and output.",
  options: {},
  notes:
    "With ARENA_URL and ARENA_KEY the tools call that server. Without ARENA_URL the command is an " +
    "arena of its own, in a folder that it removes: tries are counted as long as it runs.",
  examples: ["mcp", "ARENA_URL=https://arena.example ARENA_KEY=sa_... mcp"],
} as const satisfies Command;

/** The address of requests that never leave the process. */
const LOCAL = { baseUrl: "http://arena.local", remoteAddress: "127.0.0.1" };

/** Folders of running commands. */
const PARENT = "data/mcp";
/** A command writes to its folder with every try. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1_000;

/**
 * Serves an agent until its end of the pipe is closed.
 *
 * @throws {StartError} that names the wrong setting
 */
export async function runMcp(words: readonly string[]): Promise<void> {
  readCommand(COMMAND, words);
  const baseUrl = Deno.env.get("ARENA_URL");
  if (baseUrl === undefined) return await serveLocal();
  const apiKey = Deno.env.get("ARENA_KEY");
  if (apiKey === undefined) {
    throw new StartError(
      `Cannot call ${baseUrl}: ARENA_KEY is missing, set it to a key of the server`,
    );
  }
  const fetch = patient((request) => globalThis.fetch(request), systemClock);
  await serveMcp(new ArenaClient({ baseUrl, apiKey, fetch }));
}

/** Runs an arena in a folder of its own, without a port. */
async function serveLocal(): Promise<void> {
  const folder = await makeFolder();
  const settings: Readonly<Record<string, string>> = { ARENA_KEYS: `${folder}/keys.sqlite` };
  const config = readConfig((name) =>
    settings[name] ?? (name === "ARENA_DATASETS" ? Deno.env.get(name) : undefined)
  );
  const made = await makeKey();
  await withKeyRegister(
    config,
    (keys) =>
      keys.add(
        newRecord(made, { name: "agent", scopes: SCOPES, createdAt: systemClock.epochMs() }),
      ),
  );
  const arena = await openArena(config, {
    failed: printError,
    exhausted: () => Deno.exit(1),
    log: () => {},
  });
  const app = createApp(arena.deps);
  const { baseUrl, remoteAddress } = LOCAL;
  const send = (request: Request) => app.fetch(request, { remoteAddress });
  const end = lazy(async () => {
    await arena.close();
    await Deno.remove(folder, { recursive: true });
    Deno.exit(0);
  });
  onStopSignal({ stop: () => void end(), stopNow: () => Deno.exit(1) });
  printError("Serves an arena of its own: tries are counted until this program ends.");
  const client = new ArenaClient({ baseUrl, apiKey: made.key, fetch: patient(send, systemClock) });
  await serveMcp(client);
  await end();
}

/** Makes the folder of this process, and removes those that killed processes have left. */
async function makeFolder(): Promise<string> {
  await Deno.mkdir(PARENT, { recursive: true });
  for await (const { name } of Deno.readDir(PARENT)) {
    const path = `${PARENT}/${name}`;
    const { mtime } = await Deno.stat(path);
    const age = systemClock.epochMs() - (mtime?.getTime() ?? 0);
    if (age > LEFT_BEHIND_MS) await Deno.remove(path, { recursive: true });
  }
  return await Deno.makeTempDir({ dir: PARENT });
}
