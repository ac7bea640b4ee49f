// This module is browser compatible.

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { messageOf } from "../../errors.ts";
import { candidate } from "../state.ts";
import { Notice } from "./notice.tsx";

interface BoundaryProps {
  readonly children: ComponentChildren;
}

/** Shows a sentence in place of content that cannot be drawn; another candidate is another try. */
export function Boundary({ children }: BoundaryProps): VNode {
  const [error, again] = useErrorBoundary();
  useEffect(() => {
    if (error !== undefined) again();
  }, [candidate.value]);
  if (error === undefined) return <>{children}</>;
  return (
    <Notice
      title={`Cannot draw this part of the page, which is a fault of the page: ${
        messageOf(error)
      }.`}
      action={{ label: "Try again", run: again }}
    />
  );
}
