import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import type { BoardHead, BoardRow } from "../../../contracts/season.ts";
import { percent, perYear } from "../../../wording/numbers.ts";
import {
  differencesText,
  differenceText,
  lineName,
  placeMeaning,
  placeText,
} from "../../../wording/season.ts";
import { rulesText } from "../../components/candidate_text.ts";
import { Failed } from "../../components/notice.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { readDifferences } from "./season_files.ts";
import { DotStrips } from "../../charts/dot_strips.tsx";
import { entryDots } from "../../charts/dots.ts";
import { navigate } from "../../state/state.ts";
import { Findings, seasonFile, useVerification } from "./verification.tsx";
import { useResource } from "../../hooks.ts";

interface RowDetailProps {
  readonly head: BoardHead;
  readonly row: BoardRow;
  readonly name: string;
  close(): void;
}

/** The details of an entry: its differences on all half-years, its candidate, and its verification. */
export function RowDetail({ head, row, name, close }: RowDetailProps): VNode {
  const differences = useResource(row.number ?? 0, (number) => readDifferences(head, number));
  const { answer } = differences;
  const { candidate, rankInterval, edge, edgeStandardError, meanUtility } = row;
  const open = (path: number): void => {
    const half = { number: path + 1, entry: `${head.seasonId}/${head.board}/${row.number}` };
    navigate("workbench", candidate ?? undefined, [], half);
  };
  return (
    <section class="row-detail" aria-label={`Details of ${name}`}>
      <div class="row-facts">
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>
          {rankInterval !== null && (
            <>: place {placeText(rankInterval)}. {placeMeaning(rankInterval, head.kept)}</>
          )}
        </p>
        {candidate !== null && <p class="aside">{rulesText(candidate)}</p>}
        {edge !== null && (
          <p class="aside">
            Earned {percent(meanUtility)} a year on average after penalties, {perYear(edge)} against
            {" "}
            {lineName(head.line)}, give or take {percent(edgeStandardError)}.
          </p>
        )}
        <p class="aside">
          Tag <code>{row.keyTag}</code>: entries with the same tag are of one key.
        </p>
        <div class="row">
          {candidate !== null && (
            <PathLink to="workbench" of={candidate} class="button">Open in the workbench</PathLink>
          )}
          <VerifyRow head={head} row={row} name={name} />
          <Quiet run={close}>Close</Quiet>
        </div>
      </div>
      <div class="row-dots">
        <Failed of={differences} />
        {answer !== null && (
          <DotStrips
            title={`Edge over ${lineName(head.line)} on each half-year, % a year`}
            hint={`${differencesText(answer, head.line)} Click a dot to see its half-year.`}
            dots={entryDots(answer, head.line, edge ?? 0)}
            describe={(path) => differenceText(head.line, answer[path])}
            {...candidate !== null && { open }}
          />
        )}
      </div>
    </section>
  );
}

interface VerifyRowProps {
  readonly head: BoardHead;
  readonly row: BoardRow;
  readonly name: string;
}

/** Verifies the result of a board, and runs one entry again on all half-years, in this browser. */
function VerifyRow({ head, row, name }: VerifyRowProps): VNode {
  const [shown, start] = useVerification();
  const verify = (): void => {
    const { board, numbers } = head;
    const entry = { board, at: numbers.indexOf(row.number ?? 0), of: numbers.length };
    start(`${name} on ${head.paths} half-years`, seasonFile(head.seasonId, entry));
  };
  return (
    <>
      <button type="button" disabled={shown?.isRunning ?? false} onClick={verify}>
        Verify in this browser
      </button>
      {shown !== null && <Findings of={shown} />}
    </>
  );
}
