// This module is browser compatible.

import { theme } from "./theme.ts";

/**
 * Prints what is on the screen as one report: `styles/print.css` leaves out what cannot be used on
 * paper. The charts are drawn again first, in the colours of a light page.
 */
export async function printReport(): Promise<void> {
  const before = theme.value;
  theme.value = "light";
  await frame();
  await frame();
  print();
  theme.value = before;
}

/** Charts are drawn after the frame in which the look changes. */
function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
