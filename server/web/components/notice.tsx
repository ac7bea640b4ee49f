import type { VNode } from "preact";
import type { Asked } from "../hooks.ts";
import { describeFailure } from "../model/field_messages.ts";

interface NoticeProps {
  readonly title: string;
  readonly action?: { readonly label: string; run(): void } | undefined;
  /** An action that tries again. */
  retry?(): void;
}

/** A message with an action. */
export function Notice({ title, retry, action }: NoticeProps): VNode {
  const offered = action ?? (retry && { label: "Try again", run: retry });
  return (
    <div class="notice row" role="alert">
      <p>{title}</p>
      {offered && <button type="button" onClick={() => offered.run()}>{offered.label}</button>}
    </div>
  );
}

/** The failure of a resource, if it has one. */
export function Failed({ of: { failure, retry } }: { readonly of: Asked<unknown> }): VNode | null {
  return failure && <Notice title={describeFailure(failure)} retry={retry} />;
}
