import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { PathLink } from "../../components/path_link.tsx";
import type { DatasetName } from "../../engine/messages.ts";
import { runHistory } from "../../history/history.ts";
import { isPinned } from "../../state/pins.ts";
import { ownRows, rowsOn } from "./own_rows.ts";
import { WorkTable } from "./work_table.tsx";

/** The reader's candidates on one dataset: judged and pinned ones by edge, the others when asked for. */
export function OwnWork({ dataset }: { readonly dataset: DatasetName }): VNode | null {
  const [wanted, want] = useState<"judged" | "all">("judged");
  const rows = ownRows(rowsOn(runHistory.value.rows, dataset));
  if (rows.length === 0) return null;
  const shown = rows.filter((row) =>
    wanted === "all" || row.standing !== null || isPinned(row.candidate)
  );
  return (
    <section class="work own-work">
      <h2>Yours</h2>
      {shown.length > 0 && <WorkTable rows={shown} />}
      <p class="row">
        {shown.length < rows.length && (
          <button type="button" onClick={() => want("all")}>
            {rows.length - shown.length} not judged
          </button>
        )}
        <PathLink to="work">My work</PathLink>
      </p>
    </section>
  );
}
