// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import type { Evaluation } from "../../contracts/types.ts";

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Members of every statement. */
export interface Issued {
  /** Public address of the arena; "" without one. */
  readonly issuer: string;
  /** UTC, in whole seconds. */
  readonly issuedAt: string;
}

/** A place in the log: the number of its records and its head after them. */
export type LogPlace = Readonly<{ index: number; head: string }>;

/** The members of an evaluation that its receipt states. */
export type Evaluated = Pick<
  Evaluation,
  | "candidate"
  | "evidence"
  | "score"
  | "scenarioResult"
  | "benchmarkUtility"
  | "capitalScore"
  | "eligibility"
  | "verdict"
  | "real"
  | "whatIf"
>;

/** An evaluation whose figures of all paths need not be there: the statement has their hash. */
export type EvaluatedInShort = Omit<Evaluated, "verdict"> & {
  readonly verdict: Omit<Evaluated["verdict"], "series"> & { readonly series?: unknown };
};

/** Returns the canonical JSON of the figures of all paths, of which the statement has the hash. */
export function seriesText({ verdict: { series } }: Pick<Evaluation, "verdict">): string {
  return canonicalJson(series);
}

/** Statement of an evaluation, `arena-evaluation-1`. */
export function evaluationStatement(
  evaluation: EvaluatedInShort,
  { issuer, issuedAt, keyTag, seriesHash }: Issued & {
    readonly keyTag: string;
    /** SHA-256 of {@linkcode seriesText}. */
    readonly seriesHash: string;
  },
): JsonObject {
  const { candidate, evidence, score, benchmarkUtility, eligibility, real, whatIf } = evaluation;
  const { series: _, trials, ...verdict } = evaluation.verdict;
  const statement = {
    kind: "arena-evaluation-1",
    issuer,
    issuedAt,
    candidate,
    candidateHash: evidence.candidateHash,
    evidence,
    score,
    utility: evaluation.scenarioResult.utilityScore,
    benchmarkUtility,
    capitalScore: evaluation.capitalScore.capitalScore,
    eligible: eligibility.eligible,
    gates: eligibility.gates.filter(({ passed }) => !passed).map(({ gate }) => gate),
    verdict,
    seriesHash,
    trials,
    real,
    whatIf,
    keyTag,
  };
  // An evaluation is read from JSON, so it has no member that is undefined.
  return statement as unknown as JsonObject;
}

/** Statement of an accepted entry, `arena-entry-1`. */
export function entryStatement(
  { issuer, issuedAt, record, leaf, log }: Issued & {
    /** The record of the log. */
    readonly record: JsonObject;
    readonly leaf: string;
    readonly log: LogPlace;
  },
): JsonObject {
  return { kind: "arena-entry-1", issuer, issuedAt, record, leaf, log };
}

export interface BoardResult {
  readonly board: string;
  readonly entriesRoot: string;
  readonly secret: string;
  /** Hexadecimal digits; null for a season without a beacon. */
  readonly beaconValue: string | null;
  readonly matrixHash: string;
  readonly boardHash: string;
  /** Place of the record of the result. */
  readonly log: LogPlace;
}

/**
 * Statement of a scored board, `arena-season-1`.
 *
 * @param season the fields of the season's record, with or without `kind`
 */
export function seasonStatement(
  season: JsonObject,
  result: BoardResult,
  { issuer, issuedAt }: Issued,
): JsonObject {
  return { ...season, ...result, kind: "arena-season-1", issuer, issuedAt };
}
