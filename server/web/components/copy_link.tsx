import type { VNode } from "preact";
import { useState } from "preact/hooks";

interface CopyLinkProps {
  readonly label: string;
  /** Returns the address to copy: absolute, or a fragment of this page. */
  url(): string;
}

/** Copies a text, and says so or that the browser forbids it. */
export function CopyText({ text }: { readonly text: string }): VNode {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow copying: select the text instead");
    }
  };
  return (
    <>
      <button type="button" onClick={copy}>Copy</button>
      <span role="status" class="aside">{said}</span>
    </>
  );
}

/** How long the confirmation is shown, milliseconds. */
const SAID_MS = 2000;

/** Copies an address. If the browser forbids that, the address is shown for manual copying. */
export function CopyLink({ label, url }: CopyLinkProps): VNode {
  const [said, setSaid] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    const address = new URL(url(), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      setSaid("Copied");
      setTimeout(() => setSaid(null), SAID_MS);
    } catch {
      setShown(address);
    }
  };
  return (
    <span class="copy-link">
      <button type="button" onClick={copy}>
        {/* The width stays while the text changes. */}
        <span aria-live="polite">{said ?? label}</span>
      </button>
      {shown !== null && (
        <input
          readOnly
          aria-label="Address to copy"
          value={shown}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </span>
  );
}
