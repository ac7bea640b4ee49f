// This module is browser compatible.

import type { BoardSort, PracticeRow } from "../../contracts/leaderboard.ts";
import type { Receipt } from "../../season/receipt.ts";
import { secondOf } from "../../season/records.ts";
import type { PublishedHead } from "../../store/arena/published_store.ts";
import type { EvaluationClaim } from "./claim.ts";
import { type PracticeBoard, TODAY, type Today } from "./practice_board.ts";

/** A published evaluation in its place on a board. */
export interface Placed {
  readonly head: PublishedHead;
  /** Null for a candidate with texts. */
  readonly rank: number | null;
  /** Later publications of the same candidate by other keys. */
  readonly others: number;
}

/** A board in one of its orders: hold, idle and published evaluations. */
export interface Ordered {
  readonly rows: readonly (Placed | PracticeRow)[];
  /** Rows without hold and idle. */
  readonly total: number;
}

/** The facts of a published evaluation that decide its place on a board, without its receipt. */
export interface Mark {
  readonly signedBy: string;
  readonly issuedAt: string;
  readonly hasTexts: boolean;
  readonly isCurrent: boolean;
}

/** Returns the mark of a receipt, as a text that is stored beside it. */
export function markOf({ keyId, payload }: Receipt): string {
  const { candidate, evidence, issuedAt }: EvaluationClaim = JSON.parse(payload);
  const hasTexts = candidate.components.some(({ strategyId }) => strategyId === "expression");
  return [keyId, issuedAt, hasTexts ? "texts" : "", evidenceText(evidence)].join("\n");
}

/** Reads a mark on a board. */
export function readMark(mark: string, { today }: PracticeBoard): Mark {
  const [signedBy = "", issuedAt = "", texts, ...evidence] = mark.split("\n");
  const isCurrent = evidence.join("\n") === evidenceText(today);
  return { signedBy, issuedAt, hasTexts: texts === "texts", isCurrent };
}

function evidenceText(evidence: Today): string {
  return JSON.stringify(TODAY.map((name) => evidence[name] ?? null));
}

/**
 * Orders the rows of a practice board that stand, in the order of their publication. Of equal candidates
 * of several keys the first to publish stands. A candidate with texts stands below all others: a text
 * can know the one path that the score is of.
 */
export function orderRows(
  board: PracticeBoard,
  standing: readonly { readonly head: PublishedHead; readonly mark: Mark }[],
  { sort, isEligible }: { readonly sort: BoardSort; readonly isEligible: boolean },
): Ordered {
  const byCandidate = Map.groupBy(standing, ({ head }) => head.candidateHash);
  const rows = [...byCandidate.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, others: others.length }]
  ).filter(({ head }) => head.isEligible || !isEligible);
  const plain = rows.filter(({ mark }) => !mark.hasTexts);
  const lines = linesOf(board).map((line) => ({ figure: line[sort], line }));
  const figures = plain.map(({ head, others }) => ({ figure: head[sort], head, others }));
  // Stable: rows of equal figures stay in the order of their publication, lines before them.
  const ranked = [...lines, ...figures].toSorted((one, other) => other.figure - one.figure);
  let [place, rank, last] = [0, 0, NaN];
  const placed = ranked.map((row) => {
    if ("line" in row) return row.line;
    place += 1;
    if (row.figure !== last) rank = place;
    last = row.figure;
    return { head: row.head, others: row.others, rank };
  });
  const below = rows.filter(({ mark }) => mark.hasTexts)
    .toSorted((one, other) => other.head.edge - one.head.edge)
    .map(({ head, others }) => ({ head, others, rank: null }));
  return { rows: [...placed, ...below], total: rows.length };
}

/** Returns the row of a published evaluation. */
export function rowOf(
  { head, rank, others }: Placed,
  receipt: Receipt,
  tries: number,
): PracticeRow {
  const claim: EvaluationClaim = JSON.parse(receipt.payload);
  const { verdict: { edge, edgeInterval, pAdjusted } } = claim;
  return {
    rank,
    line: null,
    name: head.name,
    keyTag: claim.keyTag,
    candidate: claim.candidate,
    candidateHash: head.candidateHash,
    score: claim.score,
    edge,
    edgeInterval,
    pAdjusted,
    trials: Math.max(claim.trials.count, tries),
    eligible: claim.eligible,
    capitalScore: claim.capitalScore,
    evaluatedAt: claim.issuedAt,
    publishedAt: secondOf(head.publishedAt),
    others,
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
