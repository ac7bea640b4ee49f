// This module is browser compatible.

/**
 * The entry. The engine starts before the code that draws the page is there: both take longest, and
 * neither needs the other.
 *
 * @module
 */
import { engine } from "./engines.ts";

// The page shows a failure once it is drawn.
engine.arena().catch(() => {});
const { show } = await import("./show.tsx");
show();
