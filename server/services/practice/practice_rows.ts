// This module is browser compatible.

import type { BoardSort, PracticeRow } from "../../contracts/leaderboard.ts";
import type { Receipt } from "../../season/receipt.ts";
import { secondOf } from "../../season/records.ts";
import type { PublishedRow } from "../../store/arena/published_store.ts";
import type { EvaluationClaim } from "./claim.ts";
import { type PracticeBoard, staleness } from "./practice_board.ts";

/** A published evaluation with its statement. */
export interface StatedRow {
  readonly row: PublishedRow;
  readonly receipt: Receipt;
  readonly claim: EvaluationClaim;
  /** Tries of its key on the dataset today; 0 when they are not known. */
  readonly tries: number;
}

/** Rows of a board in one of its orders. */
export interface Ordered {
  readonly rows: readonly PracticeRow[];
  /** Rows without hold and idle. */
  readonly total: number;
}

/**
 * Orders a practice board. Rows of earlier evidence are left out, and of equal candidates of several
 * keys the first to publish stands. A candidate with texts stands below all others: a text can know
 * the one path that the score is of.
 */
export function orderRows(
  board: PracticeBoard,
  stated: readonly StatedRow[],
  { sort, isEligible }: { readonly sort: BoardSort; readonly isEligible: boolean },
): Ordered {
  const current = stated.filter(({ claim }) => staleness(claim.evidence, board.today) === null);
  const byCandidate = Map.groupBy(
    current.toSorted(byPublication),
    ({ row }) => row.candidateHash,
  );
  const rows = [...byCandidate.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...rowOf(first), others: others.length }]
  ).filter((row) => row.eligible || !isEligible);
  const [texts, plain] = [rows.filter(hasTexts), rows.filter((row) => !hasTexts(row))];
  const figure = (row: PracticeRow): number => row[sort];
  // Stable: rows of equal figures stay in the order of their publication, lines before them.
  const ranked = [...linesOf(board), ...plain].toSorted((one, other) =>
    figure(other) - figure(one)
  );
  let [place, rank, last] = [0, 0, NaN];
  const placed = ranked.map((row) => {
    if (row.line !== null) return row;
    place += 1;
    if (figure(row) !== last) rank = place;
    last = figure(row);
    return { ...row, rank };
  });
  const below = texts.toSorted((one, other) => other.edge - one.edge);
  return { rows: [...placed, ...below], total: rows.length };
}

function byPublication({ row: one }: StatedRow, { row: other }: StatedRow): number {
  return one.publishedAt - other.publishedAt || (one.keyId < other.keyId ? -1 : 1);
}

function hasTexts({ candidate }: PracticeRow): boolean {
  return candidate?.components.some(({ strategyId }) => strategyId === "expression") ?? false;
}

function rowOf({ row, receipt, claim, tries }: StatedRow): PracticeRow {
  const { verdict: { edge, edgeInterval, pAdjusted } } = claim;
  return {
    rank: null,
    line: null,
    name: row.name,
    keyTag: claim.keyTag,
    candidate: claim.candidate,
    candidateHash: row.candidateHash,
    score: claim.score,
    edge,
    edgeInterval,
    pAdjusted,
    trials: Math.max(claim.trials.count, tries),
    eligible: claim.eligible,
    capitalScore: claim.capitalScore,
    evaluatedAt: claim.issuedAt,
    publishedAt: secondOf(row.publishedAt),
    others: 0,
    receipt,
  };
}

/** Utility below which a score is not divided by it (`RULES.md` 6.2). */
const BENCHMARK_FLOOR = 0.0001;

/** Returns hold and idle. The better line by the passive gap has an edge of 0, the other one less. */
function linesOf(
  { holdUtility, idleUtility, passiveGap }: PracticeBoard,
): readonly PracticeRow[] {
  const line = (name: "hold" | "idle", utility: number, edge: number): PracticeRow => ({
    rank: null,
    line: name,
    name: "",
    keyTag: null,
    candidate: null,
    candidateHash: null,
    score: 100 * (utility / Math.max(holdUtility, BENCHMARK_FLOOR)),
    edge,
    edgeInterval: null,
    pAdjusted: null,
    trials: null,
    eligible: false,
    capitalScore: null,
    evaluatedAt: null,
    publishedAt: null,
    others: 0,
    receipt: null,
  });
  return [
    line("hold", holdUtility, Math.min(0, passiveGap)),
    line("idle", idleUtility, Math.min(0, -passiveGap)),
  ];
}
