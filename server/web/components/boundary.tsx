import { Component, type ComponentChildren, type VNode } from "preact";
import type { Candidate } from "../../contracts/candidate.ts";
import { messageOf } from "../../base/errors.ts";
import { candidate } from "../state/state.ts";
import { Notice } from "./notice.tsx";

interface Fault {
  /** Why rendering failed; null if it did not. */
  readonly reason: string | null;
  /** The candidate at the time of the failure. */
  readonly of: Candidate | null;
}

/** Shows a message in place of content that failed to render; retries with the next candidate. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, Fault> {
  override state: Fault = { reason: null, of: null };

  static override getDerivedStateFromError(error: unknown): Fault {
    return { reason: messageOf(error), of: candidate.peek() };
  }

  override render(): VNode {
    const { reason, of } = this.state;
    if (reason === null || of !== candidate.value) return <>{this.props.children}</>;
    return (
      <Notice
        title={`Cannot draw this part of the page, which is a fault of the page: ${reason}.`}
        retry={() => this.setState({ reason: null, of: null })}
      />
    );
  }
}
