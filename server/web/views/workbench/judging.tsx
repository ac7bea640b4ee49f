// This module is browser compatible.

import type { VNode } from "preact";

/** Stands where the verdict will be. */
export function Judging(): VNode {
  return (
    <p class="answer-part judged">
      <b>…</b>
      <span>judging</span>
    </p>
  );
}
