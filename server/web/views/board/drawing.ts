import { lineScale, type Rivals, type Scale } from "../../charts/number_line.ts";
import type { Judged } from "../../model/standing.ts";
import type { BoardRow } from "./board_rows.ts";

/** Room below the passive lines, as a multiple of their distance to the best. */
const ROOM = 1.2;

/** Returns the line to beat and the other one, from any verdict on the dataset. */
export function toRivals(
  { line, passiveGap, holdUtility, idleUtility }: Judged["verdict"],
): Rivals {
  return { line, other: -Math.abs(passiveGap ?? holdUtility - idleUtility) };
}

/** Returns the number line of a list: from around the passive lines to the best, not down to the worst. */
export function edgeScale(rows: readonly BoardRow[]): Scale | null {
  const verdict = rows.find(({ outcome }) => outcome.evaluation !== null)?.outcome.evaluation
    ?.verdict;
  if (verdict === undefined) return null;
  const ends = rows.flatMap(({ standing }) => standing?.interval ?? standing?.edge ?? []);
  return lineScale(toRivals(verdict), ends, { top: 0, room: ROOM });
}
