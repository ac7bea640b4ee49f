// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import type { Clock } from "../../base/clock.ts";
import { ApiError, wrongFields } from "../../base/errors.ts";
import {
  type BoardSort,
  type Leaderboard,
  type Published,
  PUBLISHED_PER_KEY,
  type Unpublished,
} from "../../contracts/leaderboard.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import type { EngineVersions } from "../../engine/wire_schemas.ts";
import type { Remote } from "../../base/remote.ts";
import type { ArenaStore } from "../store/arena_store.ts";
import type { CountTries } from "../../store/trial_store.ts";
import { type ChangeAnswer, toBytes } from "../../services/answer.ts";
import { arenaUnavailable, type Ask, asking } from "../../services/unavailable.ts";
import { readJson } from "./entry_request.ts";
import type { PracticeSource } from "./arena_folder.ts";
import { checkClaim, notInTime } from "./claim.ts";
import { type PracticeBoard, practiceBoards, type Summary } from "./practice_board.ts";
import { LINES, rowOf, withLines } from "./practice_rows.ts";
import { readPublication } from "./publish_request.ts";

/** The dependencies of the practice boards. */
export interface PracticeParts {
  readonly store: Pick<ArenaStore, "published" | "signingKeys">;
  /** The engine of this thread. */
  readonly engine: Engine;
  /** Its datasets. */
  readonly summaries: readonly Summary[];
  /** Public address of this arena, as in its receipts. */
  readonly issuer: string;
  readonly clock: Pick<Clock, "nowMs">;
  /** While it rejects, a board shows the counts of the receipts. */
  readonly countTries: CountTries;
}

/** Returns the practice boards of the datasets that have a generator. */
export function openPractice(parts: PracticeParts): Practice {
  const versions = okJson(parts.engine.versions()) as EngineVersions;
  return new Practice(parts, practiceBoards(parts.summaries, versions));
}

/** Age at which a board is read again: other servers publish too. */
const FRESH_MS = 1_000;
/** The same for a board that has changed here: its key looks for its row, and must not cost more. */
const CHANGED_FRESH_MS = 200;
/** Rows in the public file of a board. */
const FILE_ROWS = 200;
/** Pages of a board that are kept while it is fresh. */
const PAGES_MAX = 16;

/** A board as it was read. */
interface BoardState {
  readonly atMs: number;
  /** Whether a row was published or withdrawn here since. */
  hasChanged: boolean;
  readonly pages: Map<string, Promise<Leaderboard>>;
}

/** Which rows of a board are read. */
export interface BoardPage {
  readonly sort: BoardSort;
  /** Leaves out the candidates that are not eligible. */
  readonly isEligible: boolean;
  readonly from: number;
  readonly most: number;
}

/** Rows of a key on the board of a dataset, and most that it may have there. */
export interface RowCount {
  readonly datasetHash: string;
  readonly rows: number;
  readonly limit: number;
}

/** The operations on practice boards, as another thread calls them. */
export type PracticeService = Remote<
  Pick<Practice, "publish" | "unpublish" | "leaderboard" | "countRows">
>;

/**
 * Publishes evaluations on the boards of the official datasets, and reads them. Each operation returns
 * the serialised `data` of a response, and rejects with `ApiError`, OVERLOADED while the store of the
 * arena is out of reach.
 */
export class Practice implements PracticeSource {
  readonly #parts: PracticeParts;
  readonly #ask: Ask<PracticeParts["store"]>;
  readonly #boards: readonly PracticeBoard[];
  /** Cached pages of each board, because anyone may read one without a key. */
  readonly #states = new Map<string, BoardState>();

  constructor(parts: PracticeParts, boards: readonly PracticeBoard[]) {
    this.#parts = parts;
    this.#ask = asking(parts.store, arenaUnavailable);
    this.#boards = boards;
  }

  /** Names of the boards. */
  get boards(): readonly string[] {
    return this.#boards.map(({ board }) => board);
  }

  /**
   * Publishes the evaluation of a receipt.
   *
   * @param signal aborts when the caller has given up: then the row need not be added any more
   */
  async publish(keyId: string, body: Bytes, signal?: AbortSignal): Promise<ChangeAnswer> {
    const { engine, issuer, store: { signingKeys, published } } = this.#parts;
    const { receipt, name } = readPublication(readJson(engine, body));
    const { claim, board } = await checkClaim(receipt, {
      signingKeys: await this.#ask(() => signingKeys.list()),
      boards: this.#boards,
      issuer,
      keyId,
    });
    const { candidate: { components }, candidateHash, score, eligible, verdict: { edge } } = claim;
    const hasTexts = components.some(({ strategyId }) => strategyId === "expression");
    const row = {
      keyId,
      datasetHash: board.today.datasetHash,
      candidateHash,
      evidence: board.evidence,
      name,
      hasTexts,
      isEligible: eligible,
      // A text can know the one path of the score.
      figures: { score: hasTexts ? edge : score, edge },
      signedBy: receipt.keyId,
      issuedAt: Date.parse(claim.issuedAt),
      receipt: JSON.stringify(receipt),
    };
    const outcome = await this.#ask(() => published.publish(row, PUBLISHED_PER_KEY, signal));
    if (outcome.kind === "full") throw full(board.board, outcome.candidateHashes);
    if (outcome.kind === "ended") throw notInTime(claim);
    this.#state(board.board).hasChanged = true;
    const replaced = outcome.kind === "replaced";
    return {
      bytes: toBytes<Published>({ board: board.board, candidateHash, name, replaced }),
      isNew: !replaced,
    };
  }

  /** Withdraws a candidate of the key from a board. */
  async unpublish(keyId: string, board: string, candidateHash: string): Promise<Bytes> {
    const { board: known } = this.#find(board);
    if (!/^[0-9a-f]{64}$/.test(candidateHash)) {
      const message = `is "${candidateHash.slice(0, 80)}", must be 64 hexadecimal digits`;
      throw wrongFields("Cannot withdraw", [
        { path: "/candidateHash", code: "not_allowed", message },
      ]);
    }
    const { published } = this.#parts.store;
    const removed = await this.#ask(() => published.unpublish(keyId, candidateHash));
    this.#state(known).hasChanged = true;
    return toBytes<Unpublished>({ candidateHash, removed });
  }

  /** Counts the rows of the key, by board. */
  async countRows(keyId: string): Promise<readonly RowCount[]> {
    const counts = await this.#ask(({ published }) => published.countRows(keyId));
    return counts.map((count) => ({ ...count, limit: PUBLISHED_PER_KEY }));
  }

  /** Returns rows of a board. */
  async leaderboard(name: string, page: BoardPage): Promise<Bytes> {
    return toBytes(await this.#read(this.#find(name), page));
  }

  /** Returns the public file of a board: its first rows by score. */
  async file(name: string): Promise<JsonValue> {
    const page = { sort: "score", isEligible: false, from: 0, most: FILE_ROWS } as const;
    return await this.#read(this.#find(name), page) as unknown as JsonValue;
  }

  version(name: string): string {
    return String(this.#state(name).atMs);
  }

  #read(board: PracticeBoard, page: BoardPage): Promise<Leaderboard> {
    const { pages } = this.#state(board.board);
    const name = `${page.sort} ${page.isEligible} ${page.from} ${page.most}`;
    if (pages.size >= PAGES_MAX) pages.clear();
    const read = pages.get(name) ?? this.#page(board, page);
    pages.set(name, read);
    // A failure is not kept.
    read.catch(() => pages.delete(name));
    return read;
  }

  /** Returns the cached pages of a board, at most a second old. */
  #state(board: string): BoardState {
    const nowMs = this.#parts.clock.nowMs();
    const known = this.#states.get(board);
    const freshMs = known?.hasChanged ? CHANGED_FRESH_MS : FRESH_MS;
    if (known !== undefined && nowMs - known.atMs < freshMs) return known;
    const state = { atMs: nowMs, hasChanged: false, pages: new Map() };
    this.#states.set(board, state);
    return state;
  }

  async #page(
    board: PracticeBoard,
    { sort, isEligible, from, most }: BoardPage,
  ): Promise<Leaderboard> {
    const { store: { published }, countTries } = this.#parts;
    // The lines that stand before a page move its rows by as many.
    const first = Math.max(0, from - LINES);
    const part = {
      evidence: board.evidence,
      sort,
      isEligible,
      from: first,
      most: most + LINES,
    };
    const { total, rows } = await this.#ask(() => published.read(part));
    const keyIds = [...new Set(rows.map(({ keyId }) => keyId))];
    const tries = await countTries(board.today.datasetHash, keyIds)
      .catch((): ReadonlyMap<string, number> => new Map());
    const placed = rows.map((row) => rowOf(row, tries.get(row.keyId) ?? 0));
    return {
      board: board.board,
      sort,
      repeats: board.repeats,
      total,
      from,
      rows: withLines(placed, board, sort).slice(from - first, from - first + most),
    };
  }

  /** @throws {ApiError} REQUEST_VALIDATION_FAILED when there is no such board */
  #find(name: string): PracticeBoard {
    const board = this.#boards.find((one) => one.board === name);
    if (board !== undefined) return board;
    const message = `is "${name.slice(0, 80)}", must be one of ${this.boards.join(", ")}`;
    throw wrongFields("Cannot find the board", [
      { path: "/board", code: "not_allowed", message },
    ]);
  }
}

function full(board: string, candidateHashes: readonly string[]): ApiError {
  const [limit, used] = [PUBLISHED_PER_KEY, candidateHashes.length];
  return new ApiError(
    "ENTRY_QUOTA_EXCEEDED",
    `Cannot publish on ${board}: this key has ${used} rows there, at most ${limit} are allowed; ` +
      `withdraw one of the candidates ${candidateHashes.join(", ")}`,
    { members: { limit, used } },
  );
}
