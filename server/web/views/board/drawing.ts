import { gainOver } from "../../model/exposure.ts";
import { lineScale, type Rivals, type Scale } from "../../charts/number_line.ts";
import type { Verdict } from "../../../contracts/types.ts";
import type { BoardRow } from "./board_rows.ts";

/** The passive lines, sampled, as multiples of the capital. */
export interface Lines {
  readonly hold: Float64Array;
  readonly idle: Float64Array;
}

/** The drawing parameters of all rows, which share scales so that rows can be compared. */
export interface Drawing {
  /** null until the first row is judged. */
  readonly scale: Scale | null;
  /** null until the dataset is loaded. */
  readonly curves: Lines | null;
  /** Lowest and highest drawn gain over idle. */
  readonly reach: readonly [number, number];
}

/** Room below the passive lines, as a multiple of their distance to the best. */
const ROOM = 1.2;
/** The lower end of the small curves, as a fraction of the upper one; the worst would flatten all others. */
const DOWN = 0.6;

/** Returns the line to beat and the other one, from any verdict on the dataset. */
export function toRivals({ line, passiveGap, holdUtility, idleUtility }: Verdict): Rivals {
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

/** Returns the lowest and the highest gain of the small curves. */
export function sparkScale(
  rows: readonly BoardRow[],
  curves: Lines | null,
): readonly [number, number] {
  if (curves === null) return [0, 1];
  const gains = rows.flatMap(({ outcome }) =>
    outcome.curve === null ? [] : [gainOver(outcome.curve, curves.idle)]
  ).concat([gainOver(curves.hold, curves.idle)]);
  const top = Math.max(1e-4, ...gains.map((one) => Math.max(...one)));
  const low = Math.min(0, ...gains.map((one) => Math.min(...one)));
  return [Math.max(low, -DOWN * top), top];
}
