import type { Finding } from "../../season/verify/finding.ts";
import type { LogPlace } from "../../season/statements.ts";
import type { Program } from "../engine/messages.ts";

/** A file to verify, and the program of the engine that repeats its runs. */
export interface VerifyOrder extends Program {
  /** A receipt, an answer with one, or the file of a season. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** A head of the log that the reader noted; null without one. */
  readonly head: LogPlace | null;
  /** The entry of a board to run again; null picks some at random. */
  readonly entry: { readonly board: string; readonly at: number; readonly of: number } | null;
}

/** News of a verification. */
export type VerifyNews =
  | { readonly kind: "finding"; readonly finding: Finding }
  /** Hidden half-years on which the picked entries have run. */
  | { readonly kind: "progress"; readonly done: number; readonly of: number };

/** The service of the page's verification worker. */
export interface VerifyService {
  /** Verifies a file against the public folder beside the page. */
  verify(order: VerifyOrder, hear: (news: VerifyNews) => void): Promise<void>;
}
