import type { VNode } from "preact";

interface NoticeProps {
  readonly title: string;
  readonly action?: { readonly label: string; run(): void };
}

/** A message with an action. */
export function Notice({ title, action }: NoticeProps): VNode {
  return (
    <div class="notice row" role="alert">
      <p>{title}</p>
      {action && <button type="button" onClick={() => action.run()}>{action.label}</button>}
    </div>
  );
}
