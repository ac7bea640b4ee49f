// This module is browser compatible.

import type { LogPosition, SeasonDefinition, SeasonState } from "../../contracts/season.ts";
import type { LogRecord } from "../rules/records.ts";
import type { Appended, Bytes } from "./arena_sql.ts";

/** A season in the store. Instants are milliseconds since 1970, whole seconds. */
export interface StoredSeason {
  readonly definition: SeasonDefinition;
  /** The state by the clock of the store. */
  readonly state: SeasonState;
  readonly reveal: StoredReveal | null;
  readonly voided: { readonly reason: string; readonly at: number } | null;
  readonly scoredAt: number | null;
  /** The search that scores it; null before a process has started one. */
  readonly searchId: string | null;
  /** Why the last attempt to score it failed; null after a board was stored. */
  readonly failure: string | null;
  /** Entries by board, 0 included. */
  readonly counts: Readonly<Record<string, number>>;
  /** Entries of the last hour before the close. */
  readonly entriesLastHour: number;
  /** Leaders by board of the stored boards. */
  readonly leaders: Readonly<Record<string, number>>;
  /** The record of the last entry in the log; of the season itself while it has no entry. */
  readonly lastRecord: Omit<Appended, "leaf">;
}

/** The secret of a season and the beacon, as published. */
export interface StoredReveal {
  readonly secret: Bytes;
  readonly beaconSignature: Bytes | null;
  /** The value of the beacon, 32 bytes. */
  readonly beacon: Bytes | null;
  readonly at: number;
}

/** A candidate that enters a season. The caller has checked it. */
export interface NewEntry {
  readonly seasonId: string;
  readonly keyId: string;
  readonly board: string;
  /** Canonical JSON with all defaults. */
  readonly candidate: string;
  /** Hexadecimal. */
  readonly candidateHash: string;
  /** Empty: the board shows the number of the entry. */
  readonly name: string;
  /** 16 random bytes. */
  readonly salt: Bytes;
}

/** An accepted entry. */
export interface StoredEntry extends NewEntry {
  readonly number: number;
  readonly acceptedAt: number;
  readonly isNameHidden: boolean;
  /** Its record in the log, and the head after it. */
  readonly log: Appended;
}

/** The outcome of an entry. The store decides inside its lock. */
export type EntryOutcome =
  | { readonly kind: "entered"; readonly entry: StoredEntry; readonly isNew: boolean }
  | { readonly kind: "not-found" }
  | {
    readonly kind: "not-open";
    readonly season: Pick<StoredSeason, "definition" | "state">;
    /** Why the season is void; null of another. */
    readonly reason: string | null;
  }
  | { readonly kind: "quota"; readonly limit: number; readonly used: number };

/** Entries of a key in a season, and most that a key may have there. */
export interface EntryCount {
  readonly seasonId: string;
  readonly entries: number;
  readonly limit: number;
}

/** The outcome of a change by the operator. */
export type ChangeOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "not-found" }
  | { readonly kind: "refused"; readonly state: SeasonState };

/** A record of the log as everyone may see it. */
export interface LogRow extends Appended {
  readonly kind: LogRecord["kind"];
  /** null of an entry whose season is not revealed. */
  readonly record: LogRecord | null;
}

/** The texts of a scored board: JSON that the store does not read. */
export interface StoredBoard {
  /** `BoardHead`. */
  readonly head: string;
  /** `BoardRow[]`. */
  readonly rows: string;
}

export interface NewBoard extends StoredBoard {
  readonly board: string;
  readonly leaders: number;
  /** Utilities by row and path, 64-bit floats, little endian. */
  readonly matrix: Bytes;
  /** Hexadecimal, as the hash of the board. */
  readonly matrixHash: string;
  readonly boardHash: string;
  /** Returns the receipt of the result as JSON; null: the server signs nothing. */
  receiptOf(log: LogPosition, at: number): Promise<string | null>;
}

/** The result of a board: its record in the log, and the receipt. */
export interface StoredResult extends Pick<NewBoard, "board" | "matrixHash" | "boardHash"> {
  readonly at: number;
  readonly log: LogPosition;
  /** JSON of the receipt. */
  readonly receipt: string | null;
}

export interface MatrixPart {
  readonly bytes: Bytes;
  /** Bytes of the whole matrix. */
  readonly size: number;
}

/**
 * Seasons, their entries, and the log of the arena. Every change appends its record to the log in the
 * same transaction, and reads the clock once, inside its lock. The store may be remote, so every call
 * may be slow or throw a `StoreError`.
 */
export interface SeasonStore {
  /** Adds a season; false if its id is taken. */
  create(definition: SeasonDefinition): Promise<boolean>;
  /** Lists all seasons, newest first. */
  list(): Promise<readonly StoredSeason[]>;
  find(seasonId: string): Promise<StoredSeason | null>;
  /**
   * Enters a candidate. The same candidate of the same key again is the same entry.
   *
   * @param signal aborts when the caller has given up; an entry that is still queued then is dropped
   */
  enter(entry: NewEntry, signal?: AbortSignal): Promise<EntryOutcome>;
  /** Returns the entries of a season by number: of all keys, or of one. */
  entries(seasonId: string, keyId?: string): Promise<readonly StoredEntry[]>;
  /** Counts the entries of a key, by season, newest first. */
  countEntries(keyId: string): Promise<readonly EntryCount[]>;
  /** Publishes the secret of a closed season. The caller has compared it with its fingerprint. */
  reveal(seasonId: string, reveal: Omit<StoredReveal, "at">): Promise<ChangeOutcome>;
  /** Declares a season void that is not revealed. */
  void(seasonId: string, reason: string): Promise<ChangeOutcome>;
  /** Hides the name of an entry: of any key, or of one; false if there is no such entry. */
  hideName(seasonId: string, number: number, keyId?: string): Promise<boolean>;
  /** Names the search that scores a season, in place of one that has failed. */
  setSearch(seasonId: string, searchId: string): Promise<void>;
  /** Notes why an attempt to score a season failed. */
  noteFailure(seasonId: string, failure: string): Promise<void>;
  /**
   * Stores a board of a revealed season, with its record; the last board of a season makes it scored.
   * Has no effect on a board that is there.
   */
  saveBoard(seasonId: string, board: NewBoard): Promise<ChangeOutcome>;
  /** Returns the results of a season in the order of its log. */
  results(seasonId: string): Promise<readonly StoredResult[]>;
  board(seasonId: string, board: string): Promise<StoredBoard | null>;
  /**
   * Returns a part of the matrix of a board, by default all of it; null without a board.
   *
   * @param from first byte of the part
   * @param most most bytes of the part
   */
  matrix(
    seasonId: string,
    board: string,
    from?: number,
    most?: number,
  ): Promise<MatrixPart | null>;
  /** Returns records of the log in order, after one of them. */
  log(after: number, most: number): Promise<readonly LogRow[]>;
  /** Returns the last record of the log; index 0 of an empty log. */
  logEnd(): Promise<Omit<Appended, "leaf">>;
}
