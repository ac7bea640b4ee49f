import type { VNode } from "preact";
import type { BoardRow } from "../../../contracts/season.ts";
import { fixed, perYear } from "../../../wording/numbers.ts";
import { entryName, placeText } from "../../../wording/season.ts";
import { ruleNames } from "../../components/candidate_text.ts";
import { edgeInterval, rowStanding } from "./edge_scale.ts";
import type { TableRow } from "./groups.ts";
import { myEntries } from "./my_entries.ts";
import type { Names } from "./season_files.ts";
import type { Scale } from "../../charts/number_line.ts";
import { Interval } from "../../charts/interval.tsx";

interface SeasonRowProps {
  readonly item: TableRow;
  /** Place in the table, from 0. */
  readonly at: number;
  readonly names: Names;
  readonly scale: Scale;
  readonly bar: number | null;
  readonly isOpen: boolean;
  readonly isUnfolded: boolean;
  open(): void;
  fold(): void;
}

/** A row of a scored board, which opens its details. */
export function SeasonRow(props: SeasonRowProps): VNode {
  const { item: { row, isUnder, underCount }, at, names, scale, bar } = props;
  const look = [rowStanding(row, bar), row.line ?? "", isUnder ? "under" : ""].join(" ");
  return (
    <tr
      role="row"
      class={look}
      aria-rowindex={at + 2}
      data-at={at}
    >
      <td role="cell" class="rank">{placeText(row.rankInterval)}</td>
      <th role="rowheader" scope="row" class="name">
        {row.line === undefined ? <EntryName {...props} names={names} /> : (
          <>
            <b>{row.line === "hold" ? "Hold" : "idle"}</b>
            <small>
              {row.line === "hold" ? "buy PT at once, keep it" : "leave everything in SY"}
              {underCount > 0 && <More {...props} text={`${fixed(underCount, 0)} the same`} />}
            </small>
          </>
        )}
      </th>
      {row.state === "failed" || row.edge === null
        ? (
          <td role="cell" class="refused">
            could not be run{failureText(row.failure)}
          </td>
        )
        : (
          <>
            <td role="cell" class="edge">{perYear(row.edge)}</td>
            <td role="cell" class="interval">
              <Interval scale={scale} edge={row.edge} span={edgeInterval(row, bar)} />
            </td>
            <td role="cell" class="points" data-noun="score">{fixed(row.score, 1)}</td>
          </>
        )}
    </tr>
  );
}

function EntryName(props: SeasonRowProps): VNode {
  const { item: { row, isUnder, underCount }, names, isOpen, open } = props;
  const isMine = myEntries.value.some(({ candidateHash, keyTag }) =>
    candidateHash === row.candidateHash && keyTag === row.keyTag
  );
  return (
    <>
      <button type="button" class="row-open" aria-expanded={isOpen} onClick={open}>
        <bdi>{entryName(names[String(row.number)], row.number ?? 0)}</bdi>
      </button>
      {row.leader && <b class="mark">leader</b>}
      {isMine && <b class="mark">yours</b>}
      <small>
        {row.candidate !== null && ruleNames(row.candidate)}
        {isUnder && row.sameAs !== null && `, the same as ${rowName(row.sameAs, names)}`}
        {underCount > 0 && <More {...props} text={`${fixed(underCount, 0)} more like this`} />}
      </small>
    </>
  );
}

function More({ text, isUnfolded, fold }: SeasonRowProps & { readonly text: string }): VNode {
  return (
    <button type="button" class="quiet" aria-expanded={isUnfolded} onClick={fold}>
      {isUnfolded ? "fold" : text}
    </button>
  );
}

function rowName(of: number | "hold" | "idle", names: Names): string {
  if (typeof of === "string") return of === "hold" ? "Hold" : "idle";
  return entryName(names[String(of)], of);
}

/** Writes why an entry could not be run: ": half-year 17, the run has no utility". */
function failureText(failure: BoardRow["failure"]): string {
  return failure === null ? "" : `: half-year ${failure.path}, ${failure.message}`;
}
