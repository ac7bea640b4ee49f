/**
 * The engines of the page: one on its own thread for the first run, and workers for all others. `main.tsx`
 * starts the first one before it draws the page.
 *
 * @module
 */
import type { Candidate } from "../contracts/candidate.ts";
import { type EngineClient, engineClient } from "./engine/client.ts";
import { SERVED_FILES } from "./engine/files.ts";
import { type FirstRun, makeFirstRun, withFirstRun } from "./engine/first_run.ts";
import type { EngineOrder, First, Program, ProgramUrls } from "./engine/messages.ts";
import { loadProgram, once } from "./engine/program.ts";
import { readAddress } from "./model/address.ts";
import { FIRST_CANDIDATE } from "./model/candidate.ts";
import { hasTexts } from "./model/own_parameters.ts";
import { pageUrl, programUrl } from "./page_url.ts";

/** Paths of the page that show the chart of the yield. */
const PATHS_WITH_CURVE = ["workbench", "workbench/chart", "workbench/trades"];

const urls = (): ProgramUrls => ({
  engine: programUrl("engine"),
  sources: pageUrl("assets/sources.json"),
});

/** The compiled engine and the list of datasets, for workers that share them; loaded once. */
export const program: () => Promise<Program> = once(() => loadProgram(urls()));

const clients: EngineClient[] = [];

/**
 * Opens one more engine, for work that must not delay the visible one.
 *
 * @param first returns the work that the engine begins as soon as it is made
 */
export function openEngine(first: () => First | null = () => null): EngineClient {
  const client = engineClient(() => {
    const order: EngineOrder = { urls: urls(), first: first() };
    return new Worker(programUrl("worker"), { type: "module", name: JSON.stringify(order) });
  });
  clients.push(client);
  return client;
}

/** Stops every engine; each starts again at its next call. */
export function stopEngines(): void {
  for (const client of clients) client.close();
}

/** The address with which the page was opened, and whether the page itself makes the first run. */
interface Opening {
  readonly path: string;
  readonly candidate: Candidate;
  readonly isRunHere: boolean;
}

let read: Opening | null = null;

/** Returns the opening, read once: tests of this module's importers have no address. */
function opening(): Opening {
  if (read !== null) return read;
  const { path, candidate: given } = readAddress(location.hash);
  const candidate = given ?? FIRST_CANDIDATE;
  // The run of a text can be long: a worker makes it.
  const isRunHere = PATHS_WITH_CURVE.includes(path) && !hasTexts(candidate);
  return read = { path, candidate, isRunHere };
}

/** Makes the first run on this thread, once; null if a worker makes it. */
export const firstRun: () => Promise<FirstRun | null> = once(async () =>
  opening().isRunHere ? await makeFirstRun(SERVED_FILES, program(), opening().candidate) : null
);

/**
 * Returns the work that the worker begins with. The board runs all strategies at once; one candidate
 * would only delay them.
 */
function firstWork(): First {
  const { path, candidate, isRunHere } = opening();
  return { candidate, isRun: !isRunHere && !path.startsWith("board") };
}

/** The engine for everything on the screen. It begins with the candidate in the address. */
export const engine: EngineClient = withFirstRun(
  openEngine(firstWork),
  firstRun,
  nextFrame,
);

/** Resolves once the browser has painted a frame; at once in a tab that is not seen. */
function nextFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  // The frame is painted after its callbacks.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
