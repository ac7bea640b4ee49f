import type { VNode } from "preact";
import { CopyLink } from "../../components/copy_link.tsx";
import { forget } from "../../history/history.ts";
import type { HistoryRow } from "../../history/rows.ts";
import { counted } from "../../model/format.ts";
import { PINS_MAX } from "../../pins.ts";
import { candidate, linkTo, navigate } from "../../state.ts";

interface SelectionProps {
  readonly rows: readonly HistoryRow[];
  clear(): void;
}

/** Actions on several candidates. */
export function Selection({ rows, clear }: SelectionProps): VNode {
  const candidates = rows.map((row) => row.candidate);
  const isTooMany = rows.length > PINS_MAX;
  return (
    <div class="selection row" role="region" aria-label="Selected">
      <span>{counted(rows.length, "candidate")} selected</span>
      <button
        type="button"
        disabled={isTooMany}
        onClick={() => navigate("compare", candidate.value, candidates)}
      >
        Compare
      </button>
      {!isTooMany && (
        <CopyLink
          label="Copy link"
          url={() => linkTo("compare", candidate.value, candidates)}
        />
      )}
      <button
        type="button"
        onClick={() => {
          forget(rows.map(({ hash }) => hash));
          clear();
        }}
      >
        Delete
      </button>
      <button type="button" class="quiet" onClick={clear}>Clear</button>
      {isTooMany && <span class="hint">{`At most ${PINS_MAX} candidates can be compared.`}</span>}
    </div>
  );
}
