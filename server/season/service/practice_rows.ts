// This module is browser compatible.

import { type BoardSort, PASSIVE_LINE, type PracticeRow } from "../../contracts/leaderboard.ts";
import type { Receipt } from "../rules/receipt.ts";
import { secondOf } from "../rules/records.ts";
import type { PlacedRow } from "../store/published_store.ts";
import type { EvaluationClaim } from "./claim.ts";
import type { PracticeBoard } from "./practice_board.ts";

/** Hold and idle. */
export const LINES = 2;

/** Returns the row of a published evaluation. */
export function rowOf({ receipt: text, ...placed }: PlacedRow, tries: number): PracticeRow {
  const receipt: Receipt = JSON.parse(text);
  const claim: EvaluationClaim = JSON.parse(receipt.payload);
  const { verdict: { edge, edgeInterval, pAdjusted } } = claim;
  return {
    rank: placed.rank,
    line: null,
    name: placed.name,
    keyTag: claim.keyTag,
    candidate: claim.candidate,
    candidateHash: placed.candidateHash,
    score: claim.score,
    edge,
    edgeInterval,
    pAdjusted,
    trials: Math.max(claim.trials.count, tries),
    eligible: claim.eligible,
    capitalScore: claim.capitalScore,
    evaluatedAt: claim.issuedAt,
    publishedAt: secondOf(placed.publishedAt),
    others: placed.others,
    receipt,
  };
}

/**
 * Returns published rows of a board with hold and idle among them: before rows of equal figures, and
 * before the candidates with texts, which have no rank.
 *
 * @param rows in their order. The lines are in their places among them if they are on this part of the
 *   board, and else before its first or after its last row.
 */
export function withLines(
  rows: readonly PracticeRow[],
  board: PracticeBoard,
  sort: BoardSort,
): readonly PracticeRow[] {
  const placed = [...rows];
  const lines = linesOf(board).toSorted((one, other) => one[sort] - other[sort]);
  for (const line of lines) {
    const at = placed.findIndex((row) => row.rank === null || row[sort] <= line[sort]);
    placed.splice(at < 0 ? placed.length : at, 0, line);
  }
  return placed;
}

/** Utility below which a score is not divided by it (`RULES.md` 6.2). */
const BENCHMARK_FLOOR = 0.0001;

/** Returns idle and hold. The better line by the passive gap has an edge of 0, the other one less. */
function linesOf(
  { holdUtility, idleUtility, passiveGap }: PracticeBoard,
): readonly PracticeRow[] {
  const line = (name: "hold" | "idle", utility: number, edge: number): PracticeRow => ({
    ...PASSIVE_LINE,
    line: name,
    score: 100 * (utility / Math.max(holdUtility, BENCHMARK_FLOOR)),
    edge,
  });
  return [
    line("idle", idleUtility, Math.min(0, -passiveGap)),
    line("hold", holdUtility, Math.min(0, passiveGap)),
  ];
}
