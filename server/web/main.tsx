// This module is browser compatible.

import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { startKeeping } from "./history/history.ts";
import { keepOffline } from "./offline/register.ts";
import { arena, start } from "./state.ts";

/** From the engine on, milliseconds: by then the first view stands. */
const OFFLINE_AFTER_MS = 1000;

const root = document.getElementById("app");
if (root !== null) {
  start();
  startKeeping();
  render(<App />, root);
  let isKept = false;
  effect(() => {
    if (isKept || arena.value.answer === null) return;
    isKept = true;
    // What is shown first has the line and the cores for itself.
    setTimeout(keepOffline, OFFLINE_AFTER_MS);
  });
}
