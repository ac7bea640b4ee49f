import type { BoardHead, BoardRow } from "../../../contracts/season.ts";
import { OF_USE } from "../../../wording/season.ts";
import { lineScale, type Scale } from "../../charts/number_line.ts";

/** Room below the lines, as a multiple of their distance to the best: the best rows matter most. */
const ROOM = 0.5;

/** How a row stands to the line of the edges. */
export type Standing = "leader" | "above" | "below" | "unsure";

/** Returns the interval of an edge: a row whose interval ends before another's mark is told apart. */
export function edgeInterval(
  { edge, edgeStandardError }: BoardRow,
  bar: number | null,
): readonly [number, number] | null {
  if (edge === null || edgeStandardError === null || bar === null) return null;
  return [edge - bar * edgeStandardError, edge + bar * edgeStandardError];
}

/** Returns how a row stands to the line: surely above both lines, surely below, or neither. */
export function rowStanding(row: BoardRow, bar: number | null): Standing {
  if (row.leader) return "leader";
  if (row.beatsLines) return "above";
  const [, high] = edgeInterval(row, bar) ?? [0, 0];
  return (row.edge ?? 0) < -OF_USE && high < 0 ? "below" : "unsure";
}

/** Returns the number line that all rows share: from around the lines to the best row. */
export function seasonScale(head: BoardHead, rows: readonly BoardRow[]): Scale {
  const other = -Math.abs(head.holdUtility - head.idleUtility);
  const ends = rows.flatMap((row) => edgeInterval(row, head.bar) ?? []);
  return lineScale({ line: head.line, other }, ends, { top: OF_USE, room: ROOM });
}
