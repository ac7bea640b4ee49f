// This module is browser compatible.

import { ApiError } from "../../base/errors.ts";
import type { Evaluation } from "../../contracts/types.ts";
import { keyTagOf } from "../rules/key_tag.ts";
import { isSigned, type Receipt } from "../rules/receipt.ts";
import type { StoredSigningKey } from "../store/signing_key_store.ts";
import { type PracticeBoard, staleness } from "./practice_board.ts";

/** The members of an evaluation's statement that a practice board shows. */
export interface EvaluationClaim
  extends Pick<Evaluation, "candidate" | "evidence" | "score" | "verdict"> {
  readonly kind: string;
  readonly issuer: string;
  readonly issuedAt: string;
  readonly keyTag: string;
  readonly candidateHash: string;
  readonly trials: Evaluation["verdict"]["trials"];
  readonly eligible: boolean;
  readonly capitalScore: number;
}

/** Everything that a receipt is checked against. */
export interface ClaimRules {
  readonly signingKeys: readonly StoredSigningKey[];
  readonly boards: readonly PracticeBoard[];
  /** Public address of this arena. */
  readonly issuer: string;
  /** The key that publishes. */
  readonly keyId: string;
}

/** Longest payload on a board, which every visitor of the page loads; most have 3,000. */
const PAYLOAD_MAX = 16_384;
const KIND = "arena-evaluation-1";

/**
 * Checks that a receipt is one of this arena for an evaluation of the calling key, with today's
 * evidence. Nothing is run again: the signature says that this arena computed the figures.
 *
 * @throws {ApiError} RECEIPT_INVALID with the check that failed, or SIMULATION_STALE
 */
export async function checkClaim(
  receipt: Receipt,
  { signingKeys, boards, issuer, keyId }: ClaimRules,
): Promise<{ readonly claim: EvaluationClaim; readonly board: PracticeBoard }> {
  const key = signingKeys.find((one) => one.keyId === receipt.keyId);
  if (key === undefined) throw invalid("keyId", "it is not signed by a key of this arena");
  if (!await isSigned(receipt, key).catch(() => false)) {
    throw invalid("signature", "its signature does not match its payload");
  }
  const { length } = receipt.payload;
  if (length > PAYLOAD_MAX) {
    throw invalid("payload", `it has ${length} characters, at most ${PAYLOAD_MAX} fit on a board`);
  }
  const claim: EvaluationClaim = JSON.parse(receipt.payload);
  if (claim.kind !== KIND) throw invalid("kind", `it is of kind ${claim.kind}, must be ${KIND}`);
  if (claim.issuer !== issuer) {
    throw invalid("issuer", `it is of "${claim.issuer}", this arena is "${issuer}"`);
  }
  if (claim.keyTag !== await keyTagOf("", keyId)) {
    throw invalid("keyTag", "it is of an evaluation by another key");
  }
  const { marketId, timeframe } = claim.candidate;
  const board = boards.find((one) => one.marketId === marketId && one.timeframe === timeframe);
  if (board === undefined) {
    const names = boards.map((one) => one.board).join(", ");
    throw invalid("candidate", `its dataset has no practice board, must be one of ${names}`);
  }
  const stale = staleness(claim.evidence, board.today);
  if (stale === null) return { claim, board };
  throw new ApiError(
    "SIMULATION_STALE",
    `Cannot publish: the evaluation is of another version, its ${stale.name} is ${stale.received}, ` +
      `now ${stale.expected}; evaluate the candidate again`,
    {
      members: {
        path: `/evidence/${stale.name}`,
        expected: stale.expected,
        received: stale.received,
      },
    },
  );
}

/** Returns the error of a statement that was issued while its key did not sign. */
export function notInTime({ issuedAt }: Pick<EvaluationClaim, "issuedAt">): ApiError {
  return invalid("issuedAt", `it was issued at ${issuedAt}, when its key did not sign`);
}

function invalid(check: string, reason: string): ApiError {
  return new ApiError("RECEIPT_INVALID", `Cannot publish the receipt: ${reason}`, {
    members: { check },
  });
}
