import type { VNode } from "preact";

/** Placeholder of the verdict until it is known. */
export function Judging(): VNode {
  return (
    <p class="answer-part judged">
      <b>…</b>
      <span>judging</span>
    </p>
  );
}
