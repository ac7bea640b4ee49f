// This module is browser compatible.

import { canonicalJson } from "../../base/canonical_json.ts";
import { EMPTY_HEAD, leafOf, nextHead } from "../rules/log.ts";
import type { LogRecord } from "../rules/records.ts";
import {
  bytesOf,
  type Queries,
  type Row,
  type Sql,
  type Transaction,
  type Value,
} from "../../store/sql.ts";

/** Bytes that own their buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The things in which the databases of the arena differ. */
export interface ArenaDialect {
  /** Locks the log against other writers but not against readers; empty where one write locks the file. */
  readonly lockLog: string;
  /** SQL of milliseconds since 1970, with values for its placeholders. */
  now(): { readonly text: string; readonly values: readonly Value[] };
}

/** A change of the arena, which holds the lock of the log. */
export interface ArenaChange extends Transaction {
  /** The one reading of the clock, made inside the lock: whole seconds, as milliseconds since 1970. */
  readonly nowMs: number;
  append(record: LogRecord): Promise<Appended>;
}

/** A record in the log, and the head after it. */
export interface Appended {
  readonly index: number;
  readonly leaf: Bytes;
  readonly head: Bytes;
}

/** The tables of the arena, in an SQLite file or a PostgreSQL database. */
export class ArenaSql implements Queries {
  readonly #sql: Sql;
  readonly #dialect: ArenaDialect;

  constructor(sql: Sql, dialect: ArenaDialect) {
    this.#sql = sql;
    this.#dialect = dialect;
  }

  query(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#sql.query(text, values);
  }

  /** Returns the time of the store in whole seconds, as milliseconds since 1970. */
  async now(): Promise<number> {
    const { text, values } = this.#dialect.now();
    const [row] = await this.#sql.query(`SELECT ${text} AS now`, values);
    return wholeSecond(row?.["now"]);
  }

  /**
   * Commits all of a change, or nothing. Changes of all processes run one after another.
   *
   * @param signal aborts when the caller has given up; a change that is still queued then is dropped
   * @throws {DOMException} when it was not made
   */
  change<T>(work: (change: ArenaChange) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { lockLog, now } = this.#dialect;
    return this.#sql.transaction(async (transaction) => {
      signal?.throwIfAborted();
      // First, so that every later statement sees everything that earlier holders have committed.
      if (lockLog !== "") await transaction.query(lockLog);
      const { text, values } = now();
      const [row] = await transaction.query(
        `SELECT ${text} AS now, last.* FROM (SELECT 1 AS one) AS always
        LEFT JOIN (SELECT number, head FROM log ORDER BY number DESC LIMIT 1) AS last ON true`,
        values,
      );
      const nowMs = wholeSecond(row?.["now"]);
      let index = Number(row?.["number"] ?? 0);
      let head = index === 0 ? EMPTY_HEAD : ownBytes(row?.["head"]);
      const append = async (record: LogRecord): Promise<Appended> => {
        const leaf = await leafOf(record);
        head = await nextHead(head, leaf);
        index += 1;
        const kept = record.kind === "entry" ? null : canonicalJson(record);
        await transaction.query(
          "INSERT INTO log (number, kind, leaf, head, record, at) VALUES (?, ?, ?, ?, ?, ?)",
          [index, record.kind, leaf, head, kept, nowMs],
        );
        return { index, leaf, head };
      };
      return await work({ ...transaction, nowMs, append });
    });
  }
}

/** Returns a copy of the bytes of a column; none for NULL. */
export function ownBytes(column: unknown): Bytes {
  return new Uint8Array(bytesOf(column));
}

function wholeSecond(column: unknown): number {
  return Math.floor(Number(column) / 1_000) * 1_000;
}
