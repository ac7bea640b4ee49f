import { type Clock, withDeadline } from "../../base/clock.ts";
import { FORMULA_VERSION } from "../../contracts/engine_constants.ts";
import type { Trial, TrialCounts } from "../../contracts/trial.ts";
import { ApiError } from "../../base/errors.ts";
import { PendingTrials } from "../pending_trials.ts";
import { toCounts } from "../trial_counts.ts";
import type { TrialStore } from "../trial_store.ts";
import { candidateOf, isKept, joinEvaluated, joinRatios, type Tried } from "../trials.ts";
import type { Postgres, Statements } from "./connection.ts";
import type { LaterWrites, TakenWrites } from "./write_behind.ts";

const RETRY_AFTER_MS = 1000;

/** Whose trials on what, with what is to be written of them. */
interface Place {
  readonly keyId: string;
  readonly datasetHash: string;
  readonly pending: PendingTrials;
}

/**
 * Trials in a PostgreSQL database. An evaluation is counted there before it is answered, so several
 * servers tell no two evaluations the same count. The ratios of simulations, which are many, are kept
 * in memory and joined to the database once a second.
 */
export class PostgresTrialStore implements TrialStore, LaterWrites {
  readonly #sql: Postgres;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  /** Ratios that are not written yet, by key and dataset. */
  #pending = new Map<string, Place>();
  /** Ratios on their way into the database. */
  #taken: ReadonlyMap<string, Place> = new Map();

  /** @param deadlineMs how long the database may take for a count */
  constructor(sql: Postgres, clock: Clock, deadlineMs: number) {
    this.#sql = sql;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  record(keyId: string, { candidateHash, datasetHash, dailySharpe }: Trial): void {
    const id = placeId(keyId, datasetHash);
    const place = this.#pending.get(id) ?? { keyId, datasetHash, pending: new PendingTrials() };
    this.#pending.set(id, place);
    place.pending.record(candidateHash, dailySharpe);
  }

  async count(keyId: string, trial: Trial): Promise<TrialCounts> {
    const late = (): Error => new Error(`it took over ${this.#deadlineMs} ms`);
    const counted = this.#evaluate(keyId, trial);
    try {
      const stored = await withDeadline(this.#clock, this.#deadlineMs, counted, late);
      this.record(keyId, trial);
      return toCounts({ ...stored, ratios: this.#withUnwritten(stored.ratios, keyId, trial) });
    } catch (cause) {
      throw new ApiError(
        "AUTH_UNAVAILABLE",
        "Cannot count the trials of the API key: its store is out of reach",
        { retryAfterMs: RETRY_AFTER_MS, cause },
      );
    }
  }

  take(): TakenWrites | null {
    if (this.#pending.size === 0) return null;
    const taken = this.#pending;
    [this.#taken, this.#pending] = [taken, new Map()];
    return {
      write: (sql) => writeRatios(sql, [...taken.values()]),
      settle: (isWritten) => {
        this.#taken = new Map();
        if (!isWritten) this.#putBack(taken);
      },
    };
  }

  /** Adds a candidate to those evaluated; returns what the database has then. */
  async #evaluate(keyId: string, trial: Trial): Promise<Tried> {
    const [candidate, hash] = [
      candidateOf(trial.candidateHash),
      Uint8Array.fromHex(trial.datasetHash),
    ];
    const [row] = await this.#sql`
      SELECT
        (SELECT kept FROM arena.evaluated WHERE key_id = ${keyId} AND dataset_hash = ${hash}
          AND formula_version = ${FORMULA_VERSION}),
        (SELECT beyond FROM arena.evaluated WHERE key_id = ${keyId} AND dataset_hash = ${hash}
          AND formula_version = ${FORMULA_VERSION}),
        (SELECT ratios FROM arena.sharpe_ratios
          WHERE key_id = ${keyId} AND dataset_hash = ${hash})`;
    const ratios = bytesOf(row?.["ratios"]);
    const before = { kept: bytesOf(row?.["kept"]), beyond: Number(row?.["beyond"] ?? 0) };
    if (isKept(before.kept, candidate)) return { evaluated: before, ratios };
    const after = joinEvaluated(before, { kept: candidate, beyond: 0 });
    // Written only where nobody has counted since it was read.
    const written = await this.#sql`
      INSERT INTO arena.evaluated AS stored
        VALUES (${keyId}, ${hash}, ${FORMULA_VERSION}, ${after.kept}, ${after.beyond})
      ON CONFLICT (key_id, dataset_hash, formula_version)
        DO UPDATE SET kept = excluded.kept, beyond = excluded.beyond
        WHERE stored.kept = ${before.kept} AND stored.beyond = ${before.beyond}
      RETURNING 1`;
    if (written.length === 0) return await this.#evaluate(keyId, trial);
    return { evaluated: after, ratios };
  }

  #withUnwritten(stored: Uint8Array, keyId: string, { datasetHash }: Trial): Uint8Array {
    const id = placeId(keyId, datasetHash);
    return [this.#taken, this.#pending].reduce((ratios, places) => {
      const place = places.get(id);
      return place === undefined ? ratios : joinRatios(ratios, place.pending.tried.ratios);
    }, stored);
  }

  #putBack(taken: ReadonlyMap<string, Place>): void {
    for (const [id, place] of taken) {
      const newer = this.#pending.get(id);
      if (newer !== undefined) place.pending.join(newer.pending.tried);
      this.#pending.set(id, place);
    }
  }
}

/** Joins ratios to those of the database, where nobody else writes meanwhile. */
async function writeRatios(sql: Statements, places: readonly Place[]): Promise<void> {
  // Bytes as text: the library sends no lists of bytes.
  const keyIds = places.map(({ keyId }) => keyId);
  const hashes = places.map(({ datasetHash }) => datasetHash);
  const rows = await sql`
    SELECT stored.ratios
    FROM unnest(${keyIds}::text[], ${hashes}::text[]) WITH ORDINALITY AS place (key_id, hash, nr)
    LEFT JOIN arena.sharpe_ratios AS stored
      ON stored.key_id = place.key_id AND stored.dataset_hash = decode(place.hash, 'hex')
    ORDER BY place.nr`;
  const joined = places.map(({ pending }, index) =>
    joinRatios(bytesOf(rows[index]?.["ratios"]), pending.tried.ratios).toHex()
  );
  await sql`
    INSERT INTO arena.sharpe_ratios
    SELECT key_id, decode(hash, 'hex'), decode(ratios, 'hex')
    FROM unnest(${keyIds}::text[], ${hashes}::text[], ${joined}::text[])
      AS place (key_id, hash, ratios)
    ON CONFLICT (key_id, dataset_hash) DO UPDATE SET ratios = excluded.ratios`;
}

function placeId(keyId: string, datasetHash: string): string {
  return `${keyId} ${datasetHash}`;
}

function bytesOf(column: unknown): Uint8Array {
  return column instanceof Uint8Array ? column : new Uint8Array();
}
