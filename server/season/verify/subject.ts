// This module is browser compatible.

import type { Receipt } from "../rules/receipt.ts";
import { Wrong } from "./finding.ts";
import { Members, parsed } from "./read.ts";

/** A file that can be verified: one receipt, or a season with the receipts of its boards. */
export type Subject =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  | { readonly kind: "season"; readonly season: Members };

/**
 * Reads a dropped or named file: a receipt, an answer of the service that has one, or the
 * `season.json` of a season.
 *
 * @throws {Wrong} when the file is neither
 */
export function readSubject(bytes: Uint8Array): Subject {
  const whole = new Members("the file", parsed("the file", bytes));
  for (const holder of [whole, ...answerOf(whole)]) {
    if (holder.has("payload")) return { kind: "receipt", receipt: readReceipt(holder) };
    if (holder.has("receipt") && !holder.has("results")) {
      if (holder.any("receipt") === null) {
        throw new Wrong("the file has no receipt: the arena that made it signs nothing");
      }
      return { kind: "receipt", receipt: readReceipt(holder.object("receipt")) };
    }
  }
  if (whole.has("seasonId") && whole.has("results")) return { kind: "season", season: whole };
  throw new Wrong(
    "the file has no receipt: it must be a receipt, an answer with one, or a season.json",
  );
}

/** @throws {Wrong} when a member is missing or malformed */
export function readReceipt(members: Members): Receipt {
  return {
    payload: members.text("payload"),
    keyId: members.text("keyId"),
    signature: members.text("signature"),
  };
}

/** Returns the `data` of a whole answer. */
function answerOf(whole: Members): readonly Members[] {
  const value = whole.has("data") ? whole.any("data") : null;
  return typeof value === "object" && value !== null ? [whole.object("data")] : [];
}

/** Returns the address that a file says it is from, not verified; null for a file without one. */
export function issuerOf(bytes: Uint8Array): string | null {
  try {
    const subject = readSubject(bytes);
    const receipt = subject.kind === "receipt"
      ? subject.receipt
      : readReceipt(new Members("result", subject.season.list("results")[0]).object("receipt"));
    return new Members("payload", JSON.parse(receipt.payload)).text("issuer");
  } catch {
    return null;
  }
}
