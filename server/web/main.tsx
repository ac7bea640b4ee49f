// This module is browser compatible.

import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { startKeeping } from "./kept/kept.ts";
import { keepOffline } from "./offline/register.ts";
import { run, start } from "./state.ts";

const root = document.getElementById("app");
if (root !== null) {
  start();
  startKeeping();
  render(<App />, root);
  let isKept = false;
  effect(() => {
    const { answer, failure } = run.value;
    if (isKept || answer === null && failure === null) return;
    // After what is shown first, which has the line for itself.
    isKept = true;
    keepOffline();
  });
}
