import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly class: string;
  /** Its name: a text, or the id of a heading. */
  readonly label?: string;
  readonly headingId?: string;
  readonly box?: RefObject<HTMLDialogElement | null>;
  close(): void;
  readonly children: ComponentChildren;
}

/** A modal dialog, which Escape and a click on its backdrop close. */
export function Dialog(props: DialogProps): VNode {
  const own = useRef<HTMLDialogElement>(null);
  const box = props.box ?? own;
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog
      ref={box}
      class={props.class}
      aria-label={props.label}
      aria-labelledby={props.headingId}
      onClose={() => props.close()}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      {props.children}
    </dialog>
  );
}
