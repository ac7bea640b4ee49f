// This module is browser compatible.

import { theme } from "./theme.ts";

/**
 * Prints the current view as a report. `styles/print.css` hides the controls; the charts are redrawn
 * first, in the colours of a light page.
 */
export async function printReport(): Promise<void> {
  const before = theme.value;
  theme.value = "light";
  await frame();
  await frame();
  print();
  theme.value = before;
}

/** Resolves at the next frame: charts are redrawn one frame after the theme changes. */
function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
