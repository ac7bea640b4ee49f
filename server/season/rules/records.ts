// This module is browser compatible.

import type { SeasonDefinition } from "../../contracts/season.ts";

/** A record of the log. Its leaf is the hash of its canonical JSON, so no member may be undefined. */
export type LogRecord =
  | SeasonRecord
  | EntryRecord
  | VoidRecord
  | RevealRecord
  | ResultRecord
  | KeyRecord;

/** A season was created. */
export type SeasonRecord = { readonly kind: "season" } & SeasonDefinition;

/** A candidate entered a season. Its record is public from the reveal on, its leaf at once. */
export type EntryRecord = {
  readonly kind: "entry";
  readonly seasonId: string;
  /** From 1, in the season. */
  readonly number: number;
  readonly candidateHash: string;
  readonly keyTag: string;
  /** 16 random bytes, hexadecimal, so that a leaf cannot be guessed. */
  readonly salt: string;
  readonly acceptedAt: string;
};

/** A season was declared void. */
export type VoidRecord = {
  readonly kind: "void";
  readonly seasonId: string;
  readonly reason: string;
  readonly at: string;
};

/** The secret of a season was published. */
export type RevealRecord = {
  readonly kind: "reveal";
  readonly seasonId: string;
  /** Hexadecimal, as the signature. */
  readonly secret: string;
  readonly beaconSignature: string | null;
  readonly at: string;
};

/** A board of a season was scored. */
export type ResultRecord = {
  readonly kind: "result";
  readonly seasonId: string;
  readonly board: string;
  readonly matrixHash: string;
  readonly boardHash: string;
  readonly at: string;
};

/** A signing key begins. */
export type KeyRecord = {
  readonly kind: "key";
  readonly keyId: string;
  /** Base64, as the signature. */
  readonly publicKey: string;
  readonly from: string;
  /** Id of the key before it; null for the first. */
  readonly previous: string | null;
  /** By the key before it, over the canonical JSON of the record without this member. */
  readonly signature: string | null;
};

/** Returns an instant of the store, milliseconds since 1970, as records write it: in whole seconds. */
export function secondOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
