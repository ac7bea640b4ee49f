import type { DatasetName } from "../../engine/messages.ts";
import type { HistoryRow } from "../../history/history_rows.ts";
import { keyOn, triesOn } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { defaultCandidate } from "../../model/catalogue.ts";
import { type Standing, toStanding } from "../../model/standing.ts";
import { isPinned } from "../../state/pins.ts";
import { findFacts } from "../../state/state.ts";
import { isSame } from "../../state/undo.ts";

/** A candidate of the reader, and how it stands; null unless it was judged on the data of now. */
export interface OwnRow extends HistoryRow {
  readonly standing: Standing | null;
}

/** Returns candidates by their edge on new data; those that are not judged come last, the newest first. */
export function ownRows(rows: readonly HistoryRow[]): readonly OwnRow[] {
  return rows.map((row) => ({ ...row, standing: standingOf(row) })).toSorted((a, b) =>
    (b.standing?.edge ?? -Infinity) - (a.standing?.edge ?? -Infinity) || b.lastAt - a.lastAt
  );
}

/** Every verdict counts the tries of now, so that all of a list count the same. */
function standingOf({ candidate, judged }: HistoryRow): Standing | null {
  const datasetHash = findFacts(candidate)?.datasetHash ?? "";
  if (judged === undefined || judged.key !== keyOn(datasetHash)) return null;
  return toStanding(judged, triesOn(datasetHash));
}

/** Returns the candidates on a dataset that are no strategy at its defaults, which the board has itself. */
export function rowsOn(rows: readonly HistoryRow[], dataset: DatasetName): readonly HistoryRow[] {
  const { marketId, timeframe } = dataset;
  return rows.filter(({ candidate: of }) =>
    of.marketId === marketId && timeframeOf(of) === timeframe &&
    (isPinned(of) || !isSame(of, defaultCandidate(dataset, of.components[0]?.strategyId ?? "")))
  );
}
