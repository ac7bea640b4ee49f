import type { VNode } from "preact";
import { candidate } from "../../../state.ts";
import { Snippets } from "./snippets.tsx";
import { Verify } from "./verify.tsx";

/** Verification of the candidate on the server, and code to paste. */
export function VerifyView(): VNode {
  return (
    <div class="server-view">
      <Verify key={JSON.stringify(candidate.value)} candidate={candidate.value} />
      <Snippets candidate={candidate.value} />
    </div>
  );
}
