import type { ComponentChildren, VNode } from "preact";
import type { Candidate } from "../../contracts/candidate.ts";
import type { HalfPlace } from "../model/address.ts";
import { committed, linkTo, navigate } from "../state/state.ts";

interface PathLinkProps {
  /** A view, and after a slash its tab. */
  readonly to: string;
  /** A candidate other than the one on the workbench. */
  readonly of?: Candidate;
  /** A fresh half-year, or the history (null); undefined: the shown one. */
  readonly half?: HalfPlace | null;
  readonly isCurrent?: boolean;
  readonly class?: string;
  /** The name of a link whose text is a sign. */
  readonly label?: string;
  /** Called before the page goes there. */
  onFollow?(): void;
  readonly children: ComponentChildren;
}

/** A link within the page. With a modifier key the browser opens a new tab. */
export function PathLink(
  { to, of, half, isCurrent, class: look, label, onFollow, children }: PathLinkProps,
): VNode {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow?.();
    navigate(to, of, [], half);
  };
  return (
    <a
      class={look}
      aria-label={label}
      title={label}
      href={linkTo(to, of ?? committed.value, [], half)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
