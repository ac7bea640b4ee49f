// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import { ApiError } from "../../base/errors.ts";
import type { Remote } from "../../base/remote.ts";
import type {
  BoardRow,
  Entered,
  EntryList,
  SeasonDefinition,
  SeasonList,
  SeasonVersions,
} from "../../contracts/season.ts";
import { FAMILY_ID } from "../../contracts/family_id.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { boardDatasets, seasonVersions } from "../jobs/season_boards.ts";
import { otherVersion } from "../rules/definition.ts";
import type { Signer } from "../rules/receipt.ts";
import { secondOf } from "../rules/records.ts";
import { entryStatement } from "../rules/statements.ts";
import { entryRecordOf } from "../store/entry_rows.ts";
import type {
  EntryCount,
  EntryOutcome,
  SeasonStore,
  StoredEntry,
  StoredSeason,
} from "../store/season_store.ts";
import { type ChangeAnswer, notFound, toBytes } from "../../services/answer.ts";
import { arenaUnavailable, type Ask, asking } from "../../services/unavailable.ts";
import { EntryResults } from "./entry_results.ts";
import { checkEntry, type ReadEntry } from "./entry_request.ts";
import { publicSeason } from "./public_season.ts";

/** The dependencies of the service. */
export interface SeasonParts {
  readonly store: SeasonStore;
  /** The engine of this thread, with all datasets. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly clock: Pick<Clock, "epochMs">;
  /** null: entries have no receipts. */
  readonly signer: Signer | null;
  /** Makes the 16 random bytes that keep a leaf from being guessed. */
  makeSalt(): Bytes;
}

type Accepted = EntryOutcome & { readonly kind: "entered" };

const PATH = `/v1/families/${FAMILY_ID}/seasons`;
const LIST_FRESH_MS = 1_000;

/** The operations on seasons, as another thread calls them. */
export type SeasonService = Remote<Seasons>;

/**
 * Takes entries of seasons, and shows each key its own. Each operation returns the serialised `data` of
 * a response, and rejects with `ApiError`: SEASON_NOT_FOUND, or OVERLOADED while the store of the arena
 * is out of reach.
 */
export class Seasons {
  readonly #parts: SeasonParts;
  /** The markets that are loaded, by id. */
  readonly #marketKeys: ReadonlyMap<number, string>;
  /** Versions of this program. */
  readonly #versions: SeasonVersions | null;
  readonly #ask: Ask<SeasonStore>;
  readonly #results: EntryResults;
  /** The list of seasons, rebuilt at most once a second because anyone may ask for it. */
  #listed: { readonly atMs: number; readonly bytes: Promise<Bytes> } | null = null;
  /** Definitions of seasons by id; few, because only operators create seasons. */
  readonly #definitions = new Map<string, SeasonDefinition>();

  constructor(parts: SeasonParts) {
    const { engine, datasets, store } = parts;
    this.#parts = parts;
    this.#ask = asking(store, arenaUnavailable);
    this.#results = new EntryResults(store);
    // A server without such a market has no board, and refuses each candidate for it.
    const hasBoards = boardDatasets(datasets).size > 0;
    this.#versions = hasBoards ? seasonVersions(engine, datasets) : null;
    this.#marketKeys = new Map(datasets.map(({ header: { marketId, marketKey } }) => [
      marketId,
      marketKey,
    ]));
  }

  /** Lists all seasons, newest first. */
  async listSeasons(): Promise<Bytes> {
    const ageMs = this.#parts.clock.epochMs() - (this.#listed?.atMs ?? -Infinity);
    const isFresh = ageMs >= 0 && ageMs < LIST_FRESH_MS;
    if (this.#listed === null || !isFresh) {
      const bytes = this.#ask((store) => store.list())
        .then((seasons) => toBytes<SeasonList>({ seasons: seasons.map(publicSeason) }));
      this.#listed = { atMs: this.#parts.clock.epochMs(), bytes };
      bytes.catch(() => this.#listed = null);
    }
    // A copy, because the bytes are transferred to the thread of the caller.
    return new Uint8Array(await this.#listed.bytes);
  }

  /**
   * Enters a candidate.
   *
   * @param entry the request as `readEntry` has read it, on the thread that charges for it
   * @param signal aborts when the caller has given up: then the entry need not be made any more
   */
  async enterSeason(
    keyId: string,
    seasonId: string,
    entry: ReadEntry,
    signal?: AbortSignal,
  ): Promise<ChangeAnswer> {
    const definition = await this.#definition(seasonId);
    await this.#checkVersions(definition);
    const checked = checkEntry(entry, definition, this.#marketKeys);
    const outcome = await this.#ask(async (store) =>
      await store.enter({ ...checked, seasonId, keyId, salt: this.#parts.makeSalt() }, signal)
    );
    switch (outcome.kind) {
      case "entered":
        // The key finds its entry counted.
        if (outcome.isNew) this.#listed = null;
        return {
          bytes: toBytes<Entered>(await this.#entered(outcome.entry, await this.#rowOf(outcome))),
          isNew: outcome.isNew,
        };
      case "not-found":
        throw noSeason(seasonId);
      case "not-open":
        throw notOpen(outcome);
      case "quota":
        throw overQuota(seasonId, outcome);
    }
  }

  /** Lists the entries of the key in a season. */
  async listEntries(keyId: string, seasonId: string): Promise<Bytes> {
    const season = await this.#find(seasonId);
    const stored = await this.#ask((store) => store.entries(seasonId, keyId));
    const entries = await Promise.all(
      stored.map(async (entry) => this.#entered(entry, await this.#scored(season, entry))),
    );
    return toBytes<EntryList>({ entries, limit: season.definition.entriesPerKey });
  }

  /** Counts the entries of the key, by season. */
  async countEntries(keyId: string): Promise<readonly EntryCount[]> {
    return await this.#ask((store) => store.countEntries(keyId));
  }

  /** Hides the name of an entry of the key. */
  async hideEntryName(keyId: string, seasonId: string, number: number): Promise<Bytes> {
    const season = await this.#find(seasonId);
    await this.#ask((store) => store.hideName(seasonId, number, keyId));
    const stored = await this.#ask((store) => store.entries(seasonId, keyId));
    const entry = stored.find((one) => one.number === number);
    if (entry !== undefined) {
      return toBytes<Entered>(await this.#entered(entry, await this.#scored(season, entry)));
    }
    const why = "this key has no entry with this number";
    const list = `${PATH}/${seasonId}/entries`;
    throw notFound("SEASON_NOT_FOUND", `entry ${number} of "${seasonId}"`, why, list);
  }

  async #entered(entry: StoredEntry, row: BoardRow | null): Promise<Entered> {
    const { signer, clock } = this.#parts;
    const record = await entryRecordOf(entry);
    const { index, leaf, head } = entry.log;
    const statement = signer && entryStatement({
      issuer: signer.issuer,
      issuedAt: secondOf(clock.epochMs()),
      record,
      leaf: leaf.toHex(),
      log: { index, head: head.toHex() },
    });
    return {
      entry: {
        number: entry.number,
        board: entry.board,
        candidate: JSON.parse(entry.candidate),
        candidateHash: entry.candidateHash,
        name: entry.isNameHidden ? "" : entry.name,
        salt: record.salt,
        keyTag: record.keyTag,
        acceptedAt: record.acceptedAt,
        state: stateOf(row),
        leaf: leaf.toHex(),
        result: row,
      },
      receipt: statement && await signer.sign(statement),
    };
  }

  /** Returns the row of an entry; null of a new one, whose season cannot be scored. */
  async #rowOf({ entry, isNew }: Accepted): Promise<BoardRow | null> {
    return isNew ? null : await this.#scored(await this.#find(entry.seasonId), entry);
  }

  /** Returns the row of an entry; null before all boards of its season are scored. */
  async #scored({ state }: StoredSeason, entry: StoredEntry): Promise<BoardRow | null> {
    return state === "scored" ? await this.#ask(() => this.#results.rowOf(entry)) : null;
  }

  /** Refuses entries that this program would check by other rules than those they run under. */
  async #checkVersions({ seasonId, versions }: SeasonDefinition): Promise<void> {
    const reason = this.#versions && otherVersion(versions, this.#versions);
    if (reason === null) return;
    const { definition: { opensAt, closesAt }, state } = await this.#find(seasonId);
    throw new ApiError(
      "SEASON_NOT_OPEN",
      `Cannot enter "${seasonId}": ${reason}, which is the operator's to do`,
      { members: { state, opensAt, closesAt } },
    );
  }

  /** Returns the definition of a season, from memory after its first use. */
  async #definition(seasonId: string): Promise<SeasonDefinition> {
    const known = this.#definitions.get(seasonId);
    if (known !== undefined) return known;
    const { definition } = await this.#find(seasonId);
    this.#definitions.set(seasonId, definition);
    return definition;
  }

  async #find(seasonId: string): Promise<StoredSeason> {
    const season = await this.#ask((store) => store.find(seasonId));
    if (season === null) throw noSeason(seasonId);
    return season;
  }
}

function stateOf(row: BoardRow | null): "entered" | "scored" | "failed" {
  return row === null ? "entered" : row.state;
}

function noSeason(seasonId: string): ApiError {
  const what = `the season "${seasonId.slice(0, 40)}"`;
  return notFound("SEASON_NOT_FOUND", what, "no season has this id", PATH);
}

function notOpen({ season, reason }: EntryOutcome & { readonly kind: "not-open" }): ApiError {
  const { definition: { seasonId, opensAt, closesAt }, state } = season;
  const why = reason === null ? "" : `, ${reason}`;
  return new ApiError(
    "SEASON_NOT_OPEN",
    `Cannot enter "${seasonId}": it is ${state}${why}, and takes entries from ${opensAt} until ` +
      `${closesAt} while it is open`,
    { members: { state, opensAt, closesAt } },
  );
}

function overQuota(
  seasonId: string,
  { limit, used }: { readonly limit: number; readonly used: number },
): ApiError {
  return new ApiError(
    "ENTRY_QUOTA_EXCEEDED",
    `Cannot enter "${seasonId}": this key has ${used} entries on all its boards together, at most ` +
      `${limit} are allowed; an entry cannot be taken back`,
    { members: { limit, used } },
  );
}
