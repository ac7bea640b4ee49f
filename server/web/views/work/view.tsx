import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { Choice } from "../../components/choice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { readHistory, runHistory } from "../../history/history.ts";
import { type HistoryRow, searchRows } from "../../history/rows.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { counted } from "../../model/format.ts";
import { Notice } from "../../components/notice.tsx";
import { isPinned } from "../../pins.ts";
import { arena, candidate } from "../../state.ts";
import { WorkFiles } from "./files.tsx";
import { Selection } from "./selection.tsx";
import { WorkTable } from "./table.tsx";

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
  const rows = searchRows(all.filter(BELONGS[part]), query, textOf);
  const chosen = all.filter(({ hash }) => selected.has(hash));
  return (
    <div class="work">
      <h1>My work</h1>
      {all.length > 0 && <p class="aside">{summary(fault)}</p>}
      {fault !== null && <Notice title={fault} />}
      <div class="work-tools row">
        <input
          type="search"
          aria-label="Search my work"
          placeholder="Search strategy, market, note"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <Choice
          legend="Which"
          options={PARTS}
          value={part}
          choose={(value: Part) => setPart(value)}
        />
        <WorkFiles />
      </div>
      {chosen.length > 0 && <Selection rows={chosen} clear={() => setSelected(new Set())} />}
      {all.length === 0 && <Nothing />}
      {all.length > 0 && rows.length === 0 && (
        <p class="aside">
          No candidate has all these words.
        </p>
      )}
      {rows.length > 0 && <WorkTable rows={rows} selected={selected} select={setSelected} />}
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
  const { markets = [] } = arena.value.answer ?? {};
  const market = markets.find(({ id }) => id === candidate.value.marketId);
  const { datasetHash = "" } = market?.timeframes[timeframeOf(candidate.value)] ?? {};
  const judged = counted(judgedOn(datasetHash), "verdict");
  const kept = counted(runHistory.value.rows.length, "candidate");
  const place = fault === null ? "kept in this browser" : "in this tab, and lost when it is closed";
  return `${kept} ${place}. On ${market?.name ?? "this market"} ${judged} shown so far, ` +
    "each of which counts as a try: all of a board, and each candidate that you had judged. The more " +
    "are tried, the likelier one looks good by luck.";
}

function textOf({ candidate: of }: HistoryRow): string {
  return `${rulesText(of)} ${placeText(of)} ${
    of.components.map(({ strategyId }) => strategyId).join(" ")
  }`;
}
