// This module is browser compatible.

/**
 * The engines of the page. The entry starts the first engine while the browser still loads the code
 * that draws the page, so this module imports little.
 *
 * @module
 */
import { type EngineClient, engineClient } from "./engine/client.ts";
import type { EngineOrder, First, Program, ProgramUrls } from "./engine/messages.ts";
import { loadProgram, once } from "./engine/program.ts";
import { readAddress } from "./model/address.ts";
import { FIRST_CANDIDATE } from "./model/candidate.ts";
import { pageUrl } from "./page_url.ts";
import { type ProgramName, programUrl } from "./programs.ts";

const urls = (engine: ProgramName): ProgramUrls => ({
  engine: programUrl(engine),
  sources: pageUrl("assets/sources.json"),
});

/** The compiled engine and the list of datasets, for workers that share them; loaded once. */
export const program: () => Promise<Program> = once(() => loadProgram(urls("engine")));

/** Loads the whole engine, which searches and seasons need. */
export const searchProgram: () => Promise<Program> = once(() => loadProgram(urls("searchEngine")));

const clients: EngineClient[] = [];

/**
 * Opens one more engine, for work that must not delay the visible one.
 *
 * @param first returns the work that the engine begins as soon as it is made
 */
export function openEngine(first: () => First | null = () => null): EngineClient {
  const client = engineClient(() => {
    const order: EngineOrder = { urls: urls("engine"), first: first() };
    return new Worker(programUrl("worker"), { type: "module", name: JSON.stringify(order) });
  });
  clients.push(client);
  return client;
}

/** Stops every engine; each starts again at its next call. */
export function stopEngines(): void {
  for (const client of clients) client.close();
}

/** The engine for everything on the screen. It begins with the candidate in the address. */
export const engine: EngineClient = openEngine(() => {
  const { path, candidate } = readAddress(location.hash);
  // The board runs all strategies at once; one candidate would only delay them.
  return { candidate: candidate ?? FIRST_CANDIDATE, isRun: !path.startsWith("board") };
});
