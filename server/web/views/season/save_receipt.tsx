import type { VNode } from "preact";
import type { Entered } from "../../../contracts/season.ts";
import { download } from "../../components/download.ts";

interface SaveReceiptProps {
  readonly seasonId: string;
  readonly entered: Entered;
}

/** Saves the receipt of an entry, which proves that it was accepted and where it stands in the list. */
export function SaveReceipt({ seasonId, entered: { entry, receipt } }: SaveReceiptProps): VNode {
  if (receipt === null) return <span class="hint">This arena signs no receipts.</span>;
  const save = (): void =>
    download(
      `${seasonId}-entry-${entry.number}-receipt.json`,
      "application/json",
      JSON.stringify(receipt, null, 2),
    );
  return (
    <button type="button" aria-label={`Save receipt of entry ${entry.number}`} onClick={save}>
      Save receipt
    </button>
  );
}
