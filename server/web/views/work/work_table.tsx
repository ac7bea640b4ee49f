import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useState } from "preact/hooks";
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
import { chance, signed } from "../../../wording/numbers.ts";
import { counted, fixed, money, time } from "../../model/format.ts";
import { OUTCOME_TONES } from "../../model/standing.ts";
import { isPinned, pin, pins, PINS_MAX, unpin } from "../../state/pins.ts";
import { JudgeButton } from "./judge_button.tsx";
import type { OwnRow } from "./own_rows.ts";

interface WorkTableProps {
  readonly rows: readonly OwnRow[];
  /** Hashes of the selected rows; without it a short table. */
  readonly selection?: {
    readonly hashes: ReadonlySet<string>;
    select(hashes: ReadonlySet<string>): void;
  };
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

/** Candidates of the reader; a click opens one on the workbench. A short table is of one dataset. */
export function WorkTable({ rows, selection }: WorkTableProps): VNode {
  const [most, setMost] = useState(STEP);
  const name = (row: OwnRow): string => row.name || rulesText(row.candidate);
  return (
    <>
      <DataTable
        label="My work"
        rows={rows.slice(0, most)}
        keyOf={({ hash }) => hash}
        head={{
          title: "Candidate",
          isLong: true,
          value: name,
          hint: ({ candidate }) => rulesText(candidate),
          cell: (row) => (
            <span class="work-name">
              {selection && (
                <input
                  type="checkbox"
                  aria-label={`Select ${rowName(row)}`}
                  checked={selection.hashes.has(row.hash)}
                  onChange={() => selection.select(toggled(selection.hashes, row.hash))}
                />
              )}
              <PathLink to="workbench" of={row.candidate}>{name(row)}</PathLink>
            </span>
          ),
        }}
        columns={selection ? [...VERDICT, ...RUN, ...WRITTEN, ...LAST] : [...VERDICT, ...LAST]}
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

const VERDICT: readonly DataColumn<OwnRow>[] = [
  {
    title: "Edge, %/y",
    kind: "words",
    value: ({ standing }) => standing?.edge ?? null,
    tone: ({ standing }) => standing && (OUTCOME_TONES[standing.outcome] || null),
    cell: (row) =>
      row.standing === null
        ? <JudgeButton of={row.candidate} name={rowName(row)} />
        : `${signed(100 * row.standing.edge)}, ${row.standing.outcome}`,
  },
  figureColumn("By luck", ({ standing }) => standing?.luck ?? null, chance),
];

const RUN: readonly DataColumn<OwnRow>[] = [
  textColumn("On", ({ candidate }) => placeText(candidate)),
  figureColumn("Trades", ({ fills }) => fills, money),
  figureColumn("Last run", ({ lastAt }) => lastAt, time, { isTime: true }),
];

/** Texts of the reader's own. */
const WRITTEN = [
  writtenColumn("Name", "name", "Name it", NAME_LENGTH_MAX),
  writtenColumn("Note", "note", "Write a note", NOTE_LENGTH_MAX),
];

const LAST: readonly DataColumn<OwnRow>[] = [
  figureColumn("Score", ({ score }) => score, (score) => fixed(score, 1)),
  { title: "Actions", isTitleUnseen: true, cell: (row) => <Actions row={row} /> },
];

function writtenColumn(
  title: string,
  part: "name" | "note",
  placeholder: string,
  lengthMax: number,
): DataColumn<OwnRow> {
  return {
    title,
    kind: "words",
    value: (row) => row[part],
    cell: (row) => (
      <NoteField
        label={`${title} ${part === "name" ? "of" : "to"} ${rowName(row)}`}
        placeholder={placeholder}
        lengthMax={lengthMax}
        text={row[part]}
        write={(text) => annotate(row.hash, part, text)}
      />
    ),
  };
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
      <Quiet label={`Delete ${rowName(row)}`} run={() => forget([row.hash])}>Delete</Quiet>
    </>
  );
}

function rowName({ candidate }: HistoryRow): string {
  return `${rulesText(candidate)} on ${placeText(candidate)}`;
}

function toggled(selected: ReadonlySet<string>, hash: string): ReadonlySet<string> {
  const others = new Set(selected);
  if (!others.delete(hash)) others.add(hash);
  return others;
}
