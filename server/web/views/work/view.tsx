import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useEffect, useState } from "preact/hooks";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { Choice, SearchField } from "../../components/choice.tsx";
import { FileChoice } from "../../components/file_choice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { exportWork, forget, importWork, readHistory, runHistory } from "../../history/history.ts";
import { type HistoryRow, searchRows } from "../../history/history_rows.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { counted } from "../../model/format.ts";
import { Notice } from "../../components/notice.tsx";
import { isPinned, PINS_MAX } from "../../state/pins.ts";
import { candidate, findFacts, findMarket, linkTo, navigate } from "../../state/state.ts";
import { ownRows } from "./own_rows.ts";
import { WorkTable } from "./work_table.tsx";
import { download } from "../../components/download.ts";
import { FILE_BYTES_MAX } from "../../history/work_file.ts";
import { CopyLink } from "../../components/copy_link.tsx";

const PARTS = [
  { value: "all", label: "All" },
  { value: "market", label: "This market" },
  { value: "pinned", label: "Pinned" },
  { value: "noted", label: "With a note" },
] as const;
type Part = typeof PARTS[number]["value"];

const BELONGS: Readonly<Record<Part, (row: HistoryRow) => boolean>> = {
  all: () => true,
  market: ({ candidate: { marketId } }) => marketId === candidate.value.marketId,
  pinned: (row) => isPinned(row.candidate),
  noted: ({ note }) => note !== "",
};

/** The history of this browser. */
export function WorkView(): VNode {
  const [part, setPart] = useState<Part>("all");
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    readHistory();
  }, []);
  const { rows: all, fault } = runHistory.value;
  const rows = searchRows(all.filter(BELONGS[part]), query, searchedText);
  const chosen = all.filter(({ hash }) => selected.has(hash));
  return (
    <div class="work">
      <h1>My work</h1>
      {all.length > 0 && <p class="aside">{summary(fault)}</p>}
      {fault !== null && <Notice title={fault} />}
      <div class="work-tools row">
        <SearchField
          label="Search my work"
          placeholder="Search strategy, market, note"
          query={query}
          search={setQuery}
        />
        <Choice<Part> legend="Which" options={PARTS} value={part} choose={setPart} />
        <WorkFiles />
      </div>
      {chosen.length > 0 && <Selection rows={chosen} clear={() => setSelected(new Set())} />}
      {all.length === 0 && <Nothing />}
      {all.length > 0 && rows.length === 0 && (
        <p class="aside">
          No candidate has all these words.
        </p>
      )}
      {rows.length > 0 && (
        <WorkTable rows={ownRows(rows)} selection={{ hashes: selected, select: setSelected }} />
      )}
    </div>
  );
}

function Nothing(): VNode {
  return (
    <p class="aside">
      Nothing yet. Every candidate that stays on the <PathLink to="workbench">workbench</PathLink>
      {" "}
      for a moment is kept here, in this browser only. No server has it.
    </p>
  );
}

/** Describes the number of tries, on which every verdict depends. */
function summary(fault: string | null): string {
  const market = findMarket(candidate.value.marketId);
  const { datasetHash = "" } = findFacts(candidate.value) ?? {};
  const judged = counted(judgedOn(datasetHash), "verdict");
  const kept = counted(runHistory.value.rows.length, "candidate");
  const place = fault === null ? "kept in this browser" : "in this tab, and lost when it is closed";
  return `${kept} ${place}. On ${market?.name ?? "this market"} ${judged} shown so far, ` +
    "each of which counts as a try: all of a board, and each candidate that you had judged. The more " +
    "are tried, the likelier one looks good by luck.";
}

function searchedText({ candidate: of }: HistoryRow): string {
  return `${rulesText(of)} ${placeText(of)} ${
    of.components.map(({ strategyId }) => strategyId).join(" ")
  }`;
}

/** Exports the work as a file, and imports it. */
function WorkFiles(): VNode {
  const [said, setSaid] = useState<string | null>(null);
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    setSaid(
      file.size > FILE_BYTES_MAX
        ? `Cannot import ${file.name}: it has ${
          Math.round(file.size / 2 ** 20)
        } MB, must have at most ${FILE_BYTES_MAX / 2 ** 20}`
        : await importWork(file.name, await file.text()),
    );
  };
  return (
    <span class="work-files">
      <button
        type="button"
        onClick={() => download("strategy-arena-work.json", "application/json", exportWork())}
      >
        Export
      </button>{" "}
      <FileChoice label="File to import" accept="application/json,.json" take={take}>
        Import
      </FileChoice>
      <span role="status" class="hint">{said}</span>
    </span>
  );
}

interface SelectionProps {
  readonly rows: readonly HistoryRow[];
  clear(): void;
}

/** Actions on several candidates. */
function Selection({ rows, clear }: SelectionProps): VNode {
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
      <Quiet run={clear}>Clear</Quiet>
      {isTooMany && <span class="hint">{`At most ${PINS_MAX} candidates can be compared.`}</span>}
    </div>
  );
}
