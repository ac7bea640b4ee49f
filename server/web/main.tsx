// This module is browser compatible.

/**
 * The entry. The engine starts before the code that draws the page is there: both take longest, and
 * neither needs the other.
 *
 * @module
 */
import { start } from "./state.ts";
import { startStored } from "./stored.ts";
import { startTheme } from "./theme.ts";

startStored({
  tab: () => sessionStorage,
  browser: () => localStorage,
  events: globalThis,
});
startTheme();
start();
const { show } = await import("./show.tsx");
show();
