// This module is browser compatible.

import type { VNode } from "preact";
import { candidateText } from "../../components/candidate_line.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { pins, unpin } from "../../pins.ts";

/** What the reader has kept: the pinned candidates. */
export function WorkView(): VNode {
  return (
    <div class="work">
      <h1>My work</h1>
      {pins.value.length === 0 && <p class="aside">Nothing is pinned.</p>}
      <ul>
        {pins.value.map((candidate, index) => (
          <li key={JSON.stringify(candidate)}>
            <PathLink to="workbench" of={candidate}>{candidateText(candidate)}</PathLink>{" "}
            <button type="button" class="quiet" onClick={() => unpin(index)}>Unpin</button>
          </li>
        ))}
      </ul>
    </div>
  );
}
