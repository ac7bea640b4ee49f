// This module is browser compatible.

import type { VNode } from "preact";

/** The practice board. */
export function PracticeView(): VNode {
  return <p class="waiting">Nobody has published here yet.</p>;
}
