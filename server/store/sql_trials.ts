import { type Clock, withDeadline } from "../base/clock.ts";
import { ApiError } from "../base/errors.ts";
import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import type { Trial, TrialCounts, TrialsBefore } from "../contracts/trial.ts";
import { PendingTrials } from "./pending_trials.ts";
import { bytesOf, type Queries, type Row } from "./sql.ts";
import type { SqliteSql } from "./sqlite.ts";
import { toCounts } from "./trial_counts.ts";
import {
  placeId,
  READ_KEY,
  READ_TRIALS,
  toTrials,
  type TrialPlace,
  valuesOfPlace,
  writeTrials,
} from "./trial_rows.ts";
import type { TrialStore } from "./trial_store.ts";
import {
  candidateOf,
  countEvaluated,
  isKept,
  joinEvaluated,
  joinTrials,
  NO_TRIALS,
  type Trials,
} from "./trials.ts";
import type { PendingWrites, TakenWrites } from "./write_behind.ts";

const RETRY_AFTER_MS = 1000;

interface PendingPlace extends TrialPlace {
  readonly pending: PendingTrials;
}

/** Trials that are not written yet, by key and dataset. */
class UnwrittenTrials implements PendingWrites {
  #pending = new Map<string, PendingPlace>();
  /** Trials on their way into the database. */
  #taken: ReadonlyMap<string, PendingPlace> = new Map();
  readonly #isWritable: () => boolean;

  /** @param isWritable returns whether pending trials can be written */
  constructor(isWritable: () => boolean) {
    this.#isWritable = isWritable;
  }

  get isWritable(): boolean {
    return this.#isWritable();
  }

  record(keyId: string, { candidateHash, datasetHash, dailySharpe }: Trial): void {
    this.pendingOf({ keyId, datasetHash }).record(candidateHash, dailySharpe);
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  get evaluatedCount(): number {
    return [this.#taken, this.#pending].flatMap((places) => [...places.values()])
      .reduce((sum, { pending }) => sum + countEvaluated(pending.trials.evaluated), 0);
  }

  protected pendingOf({ keyId, datasetHash }: TrialPlace): PendingTrials {
    const id = placeId({ keyId, datasetHash });
    const place = this.#pending.get(id) ?? { keyId, datasetHash, pending: new PendingTrials() };
    this.#pending.set(id, place);
    return place.pending;
  }

  /** Adds the unwritten trials of a place to its stored ones. */
  protected withUnwritten(stored: Trials, place: TrialPlace): Trials {
    const id = placeId(place);
    return [this.#taken, this.#pending].reduce((trials, places) => {
      const unwritten = places.get(id)?.pending.trials;
      return unwritten === undefined ? trials : joinTrials(trials, unwritten);
    }, stored);
  }

  /** Returns the trials of a key, given the rows of `READ_KEY`. */
  protected trialsOf(keyId: string, rows: readonly Row[]): readonly TrialsBefore[] {
    const stored = new Map<string, Trials>();
    for (const row of rows) {
      const datasetHash = bytesOf(row["dataset_hash"]).toHex();
      stored.set(datasetHash, joinTrials(stored.get(datasetHash) ?? NO_TRIALS, toTrials(row)));
    }
    const unwritten = [this.#taken, this.#pending].flatMap((places) => [...places.values()]);
    const datasetHashes = new Set([
      ...stored.keys(),
      ...unwritten.filter((place) => place.keyId === keyId).map((place) => place.datasetHash),
    ]);
    return [...datasetHashes].map((datasetHash) => {
      const place = { keyId, datasetHash };
      const { evaluated: { kept, beyond }, ratios } = this.withUnwritten(
        stored.get(datasetHash) ?? NO_TRIALS,
        place,
      );
      return { datasetHash, kept: kept.toBase64(), beyond, ratios: ratios.toBase64() };
    });
  }

  take(): TakenWrites | null {
    if (this.#pending.size === 0) return null;
    const taken = this.#pending;
    [this.#taken, this.#pending] = [taken, new Map()];
    const places = [...taken.values()];
    return {
      write: (sql) =>
        writeTrials(
          sql,
          places.map(({ pending, ...place }) => ({ ...place, trials: pending.trials })),
        ),
      settle: (isWritten) => {
        this.#taken = new Map();
        if (!isWritten) this.#putBack(taken);
      },
    };
  }

  #putBack(taken: ReadonlyMap<string, PendingPlace>): void {
    for (const [id, place] of taken) {
      const newer = this.#pending.get(id);
      if (newer !== undefined) place.pending.join(newer.pending.trials);
      this.#pending.set(id, place);
    }
  }
}

/**
 * Trials in an SQLite file. A write takes a quarter of the time of a request, so evaluations are
 * counted in memory and joined to the file once a second, with those of other processes. While the
 * file cannot be written, nothing is counted: a count that was told would be lost.
 */
export class SqliteTrialStore extends UnwrittenTrials implements TrialStore {
  readonly #sql: SqliteSql;

  /** @param isWritable by default pending trials can always be written */
  constructor(sql: SqliteSql, isWritable: () => boolean = (): boolean => true) {
    super(isWritable);
    this.#sql = sql;
  }

  count(keyId: string, trial: Trial): TrialCounts {
    if (!this.isWritable) throw unavailable("cannot be written");
    const { candidateHash, datasetHash } = trial;
    const place = { keyId, datasetHash };
    const stored = this.#read(place);
    const candidate = candidateOf(candidateHash);
    if (!isKept(stored.evaluated.kept, candidate)) this.pendingOf(place).evaluate(candidate);
    this.record(keyId, trial);
    return toCounts(this.withUnwritten(stored, place));
  }

  before(keyId: string): readonly TrialsBefore[] {
    try {
      return this.trialsOf(keyId, this.#sql.rows(READ_KEY, [keyId, keyId]));
    } catch (cause) {
      throw unavailable("is unreachable", cause);
    }
  }

  #read(place: TrialPlace): Trials {
    try {
      return toTrials(this.#sql.rows(READ_TRIALS, valuesOfPlace(place))[0]);
    } catch (cause) {
      throw unavailable("is unreachable", cause);
    }
  }
}

/**
 * Trials in a PostgreSQL database. An evaluation is counted there before it is answered, so several
 * servers tell no two evaluations the same count. The ratios of simulations, which are many, are kept
 * in memory and joined to the database once a second.
 */
export class PostgresTrialStore extends UnwrittenTrials implements TrialStore {
  readonly #sql: Queries;
  readonly #clock: Clock;
  readonly #deadlineMs: number;

  /**
   * @param deadlineMs how long the database may take for a count
   * @param isWritable by default pending trials can always be written
   */
  constructor(
    sql: Queries,
    clock: Clock,
    deadlineMs: number,
    isWritable: () => boolean = (): boolean => true,
  ) {
    super(isWritable);
    this.#sql = sql;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  async count(keyId: string, trial: Trial): Promise<TrialCounts> {
    const late = (): Error => new Error(`it took over ${this.#deadlineMs} ms`);
    const place = { keyId, datasetHash: trial.datasetHash };
    const counted = this.#evaluate(place, candidateOf(trial.candidateHash));
    try {
      const stored = await withDeadline(this.#clock, this.#deadlineMs, counted, late);
      this.record(keyId, trial);
      return toCounts(this.withUnwritten(stored, place));
    } catch (cause) {
      throw unavailable("is unreachable", cause);
    }
  }

  async before(keyId: string): Promise<readonly TrialsBefore[]> {
    const late = (): Error => new Error(`it took over ${this.#deadlineMs} ms`);
    try {
      const rows = this.#sql.query(READ_KEY, [keyId, keyId]);
      return this.trialsOf(
        keyId,
        await withDeadline(this.#clock, this.#deadlineMs, rows, late),
      );
    } catch (cause) {
      throw unavailable("is unreachable", cause);
    }
  }

  /** Adds a candidate to those evaluated; returns the stored trials with it. */
  async #evaluate(place: TrialPlace, candidate: Uint8Array): Promise<Trials> {
    const [row] = await this.#sql.query(READ_TRIALS, valuesOfPlace(place));
    const { evaluated: before, ratios } = toTrials(row);
    if (isKept(before.kept, candidate)) return { evaluated: before, ratios };
    const after = joinEvaluated(before, { kept: candidate, beyond: 0 });
    const { keyId, datasetHash } = place;
    // Written only where no other server has counted since the row was read.
    const written = await this.#sql.query(
      `INSERT INTO evaluated AS stored VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (key_id, dataset_hash, formula_version)
        DO UPDATE SET kept = excluded.kept, beyond = excluded.beyond
        WHERE stored.kept = ? AND stored.beyond = ?
        RETURNING 1`,
      [
        keyId,
        Uint8Array.fromHex(datasetHash),
        FORMULA_VERSION,
        after.kept,
        after.beyond,
        before.kept,
        before.beyond,
      ],
    );
    if (written.length === 0) return await this.#evaluate(place, candidate);
    return { evaluated: after, ratios };
  }
}

function unavailable(reason: string, cause?: unknown): ApiError {
  return new ApiError(
    "AUTH_UNAVAILABLE",
    `Cannot count the trials of the API key: their store ${reason}`,
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}
