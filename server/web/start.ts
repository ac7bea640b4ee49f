// This module is browser compatible.

/**
 * The first program, which the browser runs as soon as it is there: the engine loads, and makes the
 * first run, before the style sheet and the code that draws the page (`main.tsx`) are there.
 *
 * @module
 */
import { engine, firstRun, program } from "./engines.ts";

// The page shows a failure once it is drawn.
const ignore = (): void => {};
program().catch(ignore);
if (await firstRun() === null) engine.started().catch(ignore);
