// This module is browser compatible.

/**
 * The first program, which the browser runs as soon as it is there: the engine starts before the style
 * sheet and the code that draws the page (`main.tsx`) are loaded.
 *
 * @module
 */
import { engine } from "./engines.ts";

// The page shows a failure once it is drawn.
engine.arena().catch(() => {});
