import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useState } from "preact/hooks";
import { METRICS } from "../../../contracts/metric_table.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import {
  type DataColumn,
  DataTable,
  figureColumn,
  textColumn,
} from "../../components/data_table.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { annotate, forget } from "../../history/history.ts";
import { type HistoryRow, NAME_LENGTH_MAX, NOTE_LENGTH_MAX } from "../../history/history_rows.ts";
import { signed } from "../../../wording/numbers.ts";
import { counted, fixed, money, percent, time } from "../../model/format.ts";
import { isPinned, pin, pins, PINS_MAX, unpin } from "../../state/pins.ts";

interface WorkTableProps {
  readonly rows: readonly HistoryRow[];
  /** Hashes of the selected rows. */
  readonly selected: ReadonlySet<string>;
  select(hashes: ReadonlySet<string>): void;
}

/** Rows per page; more are shown on demand. */
const STEP = 100;

interface NoteFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly lengthMax: number;
  readonly text: string;
  write(text: string): void;
}

/** A text of the reader's, which stays as it is typed while the table changes. */
function NoteField({ label, placeholder, lengthMax, text, write }: NoteFieldProps): VNode {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      class="note"
      aria-label={label}
      placeholder={placeholder}
      maxLength={lengthMax}
      value={draft ?? text}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onBlur={() => setDraft(null)}
    />
  );
}

/** The history; a click opens a candidate on the workbench. */
export function WorkTable({ rows, selected, select }: WorkTableProps): VNode {
  const [most, setMost] = useState(STEP);
  const columns: readonly DataColumn<HistoryRow>[] = [
    textColumn("On", ({ candidate }) => placeText(candidate)),
    figureColumn("Score", ({ score }) => score, (score) => fixed(score, 1), {
      tone: () => "strong",
    }),
    figureColumn("Over Hold or idle", overPassive, (points) => signed(points, 1), {
      tone: (row) => overPassive(row) < 0 ? "bad" : "good",
    }),
    figureColumn(
      METRICS.annualizedMeanReturn.label,
      ({ annualizedMeanReturn }) => annualizedMeanReturn,
      percent,
    ),
    figureColumn("Drawdown", ({ maxDrawdown }) => maxDrawdown, percent),
    figureColumn("Fills", ({ fills }) => fills, money),
    figureColumn("Last run", ({ lastAt }) => lastAt, time, { isTime: true }),
    {
      title: "Name",
      kind: "words",
      value: ({ name }) => name,
      cell: (row) => (
        <NoteField
          label={`Name of ${rowName(row)}`}
          placeholder="Name it"
          lengthMax={NAME_LENGTH_MAX}
          text={row.name}
          write={(text) => annotate(row.hash, "name", text)}
        />
      ),
    },
    {
      title: "Note",
      kind: "words",
      value: ({ note }) => note,
      cell: (row) => (
        <NoteField
          label={`Note to ${rowName(row)}`}
          placeholder="Write a note"
          lengthMax={NOTE_LENGTH_MAX}
          text={row.note}
          write={(text) => annotate(row.hash, "note", text)}
        />
      ),
    },
    { title: "Actions", isTitleUnseen: true, cell: (row) => <Actions row={row} /> },
  ];
  return (
    <>
      <DataTable
        label="My work"
        rows={rows.slice(0, most)}
        keyOf={({ hash }) => hash}
        head={{
          title: "Candidate",
          isLong: true,
          value: ({ candidate, name }) => name || rulesText(candidate),
          hint: ({ candidate, name }) => name ? rulesText(candidate) : undefined,
          cell: (row) => (
            <span class="work-name">
              <input
                type="checkbox"
                aria-label={`Select ${rowName(row)}`}
                checked={selected.has(row.hash)}
                onChange={() => select(toggled(selected, row.hash))}
              />
              <PathLink to="workbench" of={row.candidate}>
                {row.name || rulesText(row.candidate)}
              </PathLink>
            </span>
          ),
        }}
        columns={columns}
      />
      {rows.length > most && (
        <button
          type="button"
          class="wide"
          onClick={() => setMost(most + STEP)}
        >
          {counted(rows.length - most, "more candidate")}
        </button>
      )}
    </>
  );
}

function Actions({ row }: { readonly row: HistoryRow }): VNode {
  const isThere = isPinned(row.candidate);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={`${isThere ? "Unpin" : "Pin"} ${rowName(row)}`}
        disabled={!isThere && pins.value.length >= PINS_MAX}
        onClick={() => isThere ? unpin(row.candidate) : pin(row.candidate)}
      >
        {isThere ? "Unpin" : "Pin"}
      </button>{" "}
      <Quiet label={`Delete ${rowName(row)}`} run={() => forget([row.hash])}>
        Delete
      </Quiet>
    </>
  );
}

function overPassive({ score, idle }: HistoryRow): number {
  return score - Math.max(100, idle);
}

function rowName({ candidate }: HistoryRow): string {
  return `${rulesText(candidate)} on ${placeText(candidate)}`;
}

function toggled(selected: ReadonlySet<string>, hash: string): ReadonlySet<string> {
  const others = new Set(selected);
  if (!others.delete(hash)) others.add(hash);
  return others;
}
