// This module is browser compatible.

import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { startColours } from "./charts/theme.ts";
import { startHistory } from "./history/history.ts";
import { keepOffline } from "./offline/register.ts";
import { arena, start } from "./state.ts";
import { startStored } from "./stored.ts";
import { startTheme } from "./theme.ts";

/** From the engine on, milliseconds: by then the first view stands. */
const OFFLINE_AFTER_MS = 1000;

const root = document.getElementById("app");
if (root !== null) {
  startStored({
    tab: () => sessionStorage,
    browser: () => localStorage,
    events: globalThis,
  });
  startTheme();
  startColours();
  start();
  startHistory();
  render(<App />, root);
  let isKept = false;
  effect(() => {
    if (isKept || arena.value.answer === null) return;
    isKept = true;
    // What is shown first has the line and the cores for itself.
    setTimeout(keepOffline, OFFLINE_AFTER_MS);
  });
}
