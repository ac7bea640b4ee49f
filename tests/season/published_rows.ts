import { type KeyRecord, secondOf } from "../../server/season/rules/records.ts";
import type { BoardPart, PublishedRow } from "../../server/season/store/published_store.ts";

const DATASET = "d".repeat(64);
/** All rows of the board, by score. */
export const BOARD: BoardPart = {
  evidence: "today",
  sort: "score",
  isEligible: false,
  from: 0,
  most: 200,
};

/** Returns the hash of a candidate by its digit. */
export function hashOf(candidate: number): string {
  return String(candidate).repeat(64);
}

/** Returns a row that the signing key "one" has signed. */
export function rowOf(
  keyId: string,
  candidate: number,
  score: number,
  changes: Partial<PublishedRow> = {},
): PublishedRow {
  return {
    keyId,
    datasetHash: DATASET,
    candidateHash: hashOf(candidate),
    evidence: BOARD.evidence,
    name: "Carry",
    hasTexts: false,
    isEligible: candidate % 2 === 0,
    figures: { score, edge: score / 1_000 },
    signedBy: "one",
    issuedAt: Date.UTC(2026, 10, 2),
    receipt: `{"of":"${keyId} ${candidate} ${score}"}`,
    ...changes,
  };
}

/** Returns the record of a signing key. */
export function keyOf(keyId: string, fromMs: number, previous: string | null): KeyRecord {
  return {
    kind: "key",
    keyId,
    publicKey: new Uint8Array(32).fill(keyId.length).toBase64(),
    from: secondOf(fromMs),
    previous,
    signature: previous === null ? null : "",
  };
}
