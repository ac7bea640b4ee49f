// This module is browser compatible.

import { render } from "preact";
import { App } from "./app.tsx";
import { startKeeping } from "./kept/kept.ts";
import { start } from "./state.ts";

const root = document.getElementById("app");
if (root !== null) {
  start();
  startKeeping();
  render(<App />, root);
}
