import type { VNode } from "preact";

interface FileChoiceProps {
  /** The text of the button, such as "Choose files". */
  readonly children: string;
  /** The accessible name, where the text does not say what is chosen. */
  readonly label?: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  take(files: readonly File[]): unknown;
}

/** A button that opens the choice of files. */
export function FileChoice({ children, label, take, ...others }: FileChoiceProps): VNode {
  return (
    <label class="file-choice">
      <input
        type="file"
        class="unseen"
        aria-label={label}
        {...others}
        onChange={({ currentTarget }) => {
          take([...currentTarget.files ?? []]);
          // The same file can be chosen again, once it is mended.
          currentTarget.value = "";
        }}
      />
      <span>{children}</span>
    </label>
  );
}
