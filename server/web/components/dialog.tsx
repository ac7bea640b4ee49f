import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly class: string;
  /** Its name. */
  readonly label: string;
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
      onClose={() => props.close()}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      {props.children}
    </dialog>
  );
}

interface ListDialogProps {
  readonly title: string;
  close(): void;
  /** Terms with their definitions. */
  readonly children: ComponentChildren;
}

/** A dialog with a list of terms. */
export function ListDialog({ title, close, children }: ListDialogProps): VNode {
  return (
    <Dialog class="key-list" label={title} close={close}>
      <form method="dialog">
        <div class="list-head row">
          <h2>{title}</h2>
          <button type="submit" autofocus>Close</button>
        </div>
        <dl>{children}</dl>
      </form>
    </Dialog>
  );
}
