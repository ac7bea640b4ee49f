// This module is browser compatible.

/**
 * The program that draws the page, which the browser runs once the style sheet is loaded. If a worker
 * makes the first run, the code of the page is evaluated after the worker has begun: both take longest,
 * and go on side by side.
 *
 * @module
 */
import { engine, isFirstRun } from "./engines.ts";

/** How long the page waits for a worker that is slow to start, milliseconds. */
const START_MS = 100;

if (!isFirstRun()) {
  const late = new Promise((resolve) => setTimeout(resolve, START_MS));
  await Promise.race([engine.started(), late]);
}
const { show } = await import("./show.tsx");
show();
