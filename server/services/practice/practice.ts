// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import type { Clock } from "../../base/clock.ts";
import { ApiError } from "../../base/errors.ts";
import type { FieldError } from "../../contracts/problem.ts";
import {
  type Leaderboard,
  type Published,
  PUBLISHED_PER_KEY,
  PublishRequestSchema,
  type Unpublished,
} from "../../contracts/leaderboard.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import type { EngineVersions } from "../../engine/wire_schemas.ts";
import { nameFault } from "../../season/names.ts";
import type { Receipt } from "../../season/receipt.ts";
import type { ArenaStore } from "../../store/arena/arena_store.ts";
import type { CountTries } from "../../store/trial_store.ts";
import type { PublishedRow } from "../../store/arena/published_store.ts";
import { arenaUnavailable } from "../arena/arena_unavailable.ts";
import { readJson } from "../arena/entry_request.ts";
import { checkClaim, isIssuedInTime } from "./claim.ts";
import { type PracticeBoard, practiceBoards, type Summary } from "./practice_board.ts";
import { type Ordered, orderRows, type StatedRow } from "./practice_rows.ts";
import type { BoardPage, PracticeService, PublishAnswer } from "./practice_service.ts";

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
const encoder = new TextEncoder();

interface OrderedAt {
  readonly atMs: number;
  /** Whether a row was published or withdrawn here since. */
  hasChanged: boolean;
  readonly made: Promise<Ordered>;
}

/** Publishes evaluations on the boards of the official datasets, and orders them. */
export class Practice implements PracticeService {
  readonly #parts: PracticeParts;
  readonly #boards: readonly PracticeBoard[];
  /** Rows by their receipt's text, so that a board that is read often is parsed once. */
  #stated = new Map<string, Omit<StatedRow, "tries">>();
  /** Ordered boards, which anyone may read without a key. */
  readonly #ordered = new Map<string, OrderedAt>();

  constructor(parts: PracticeParts, boards: readonly PracticeBoard[]) {
    this.#parts = parts;
    this.#boards = boards;
  }

  /** Names of the boards. */
  get boards(): readonly string[] {
    return this.#boards.map(({ board }) => board);
  }

  async publish(keyId: string, body: Bytes, signal?: AbortSignal): Promise<PublishAnswer> {
    const { engine, issuer, store: { signingKeys, published } } = this.#parts;
    const { receipt, name } = readRequest(readJson(engine, body));
    const { claim, board } = await checkClaim(receipt, {
      signingKeys: await this.#ask(() => signingKeys.list()),
      boards: this.#boards,
      issuer,
      keyId,
    });
    const { candidateHash, score, eligible, verdict: { edge } } = claim;
    const row = {
      keyId,
      datasetHash: board.today.datasetHash,
      candidateHash,
      name,
      score,
      edge,
      isEligible: eligible,
      receipt: JSON.stringify(receipt),
    };
    const outcome = await this.#ask(() => published.publish(row, PUBLISHED_PER_KEY, signal));
    if (outcome.kind === "full") throw full(board.board, outcome.candidateHashes);
    this.#markChanged();
    const replaced = outcome.kind === "replaced";
    return {
      bytes: toBytes<Published>({ board: board.board, candidateHash, name, replaced }),
      isNew: !replaced,
    };
  }

  async unpublish(keyId: string, board: string, candidateHash: string): Promise<Bytes> {
    this.#find(board);
    if (!/^[0-9a-f]{64}$/.test(candidateHash)) {
      const message = `is "${candidateHash.slice(0, 80)}", must be 64 hexadecimal digits`;
      throw wrongFields("Cannot withdraw", [
        { path: "/candidateHash", code: "not_allowed", message },
      ]);
    }
    const { published } = this.#parts.store;
    const removed = await this.#ask(() => published.unpublish(keyId, candidateHash));
    this.#markChanged();
    return toBytes<Unpublished>({ candidateHash, removed });
  }

  async leaderboard(name: string, page: BoardPage): Promise<Bytes> {
    return toBytes(await this.#read(this.#find(name), page));
  }

  /** Returns the public file of a board: its first rows by score. */
  async file(name: string): Promise<JsonValue> {
    const page = { sort: "score", isEligible: false, from: 0, most: FILE_ROWS } as const;
    return await this.#read(this.#find(name), page) as unknown as JsonValue;
  }

  async #read(
    board: PracticeBoard,
    { sort, isEligible, from, most }: BoardPage,
  ): Promise<Leaderboard> {
    const { rows, total } = await this.#order(board, { sort, isEligible });
    const { board: name, repeats } = board;
    return { board: name, sort, repeats, total, from, rows: rows.slice(from, from + most) };
  }

  /** Returns a board in an order, at most a second old. */
  #order(board: PracticeBoard, by: Pick<BoardPage, "sort" | "isEligible">): Promise<Ordered> {
    const name = `${board.board} ${by.sort} ${by.isEligible}`;
    const nowMs = this.#parts.clock.nowMs();
    const known = this.#ordered.get(name);
    const freshMs = known?.hasChanged ? CHANGED_FRESH_MS : FRESH_MS;
    if (known !== undefined && nowMs - known.atMs < freshMs) return known.made;
    const made = this.#valid(board).then((stated) => orderRows(board, stated, by));
    this.#ordered.set(name, { atMs: nowMs, hasChanged: false, made });
    // A store that is away is asked again at once.
    made.catch(() => this.#ordered.delete(name));
    return made;
  }

  /** Returns the rows of a board whose receipts were issued while their key signed. */
  async #valid({ today: { datasetHash } }: PracticeBoard): Promise<readonly StatedRow[]> {
    const { published, signingKeys } = this.#parts.store;
    const stored = await this.#ask(() => published.rows(datasetHash));
    const keys = await this.#ask(() => signingKeys.list());
    const valid = stored.map((row) => this.#state(row)).filter(({ receipt, claim }) =>
      keys.some((key) => key.keyId === receipt.keyId && isIssuedInTime(claim, key))
    );
    const keyIds = [...new Set(valid.map(({ row }) => row.keyId))];
    const tries = await this.#parts.countTries(datasetHash, keyIds)
      .catch((): ReadonlyMap<string, number> => new Map());
    return valid.map((one) => ({ ...one, tries: tries.get(one.row.keyId) ?? 0 }));
  }

  #markChanged(): void {
    for (const ordered of this.#ordered.values()) ordered.hasChanged = true;
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

  #state(row: PublishedRow): Omit<StatedRow, "tries"> {
    const known = this.#stated.get(row.receipt);
    if (known !== undefined) return { ...known, row };
    const receipt: Receipt = JSON.parse(row.receipt);
    const stated = { row, receipt, claim: JSON.parse(receipt.payload) };
    if (this.#stated.size >= STATED_MAX) this.#stated = new Map();
    this.#stated.set(row.receipt, stated);
    return stated;
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (cause) {
      throw arenaUnavailable(cause);
    }
  }
}

/** Receipts that are kept parsed, of at most 50 kB each. */
const STATED_MAX = 2_000;

/** @throws {ApiError} REQUEST_VALIDATION_FAILED with the wrong fields */
function readRequest(value: unknown): { readonly receipt: Receipt; readonly name: string } {
  const { success, data, error } = PublishRequestSchema.safeParse(value);
  const faults: FieldError[] = success
    ? [{ path: "/name", code: "not_allowed", message: nameFault(data.name) ?? "" }]
    : error.issues.slice(0, 64).map(({ path, message }) => ({
      path: path.map((member) => `/${String(member).slice(0, 128)}`).join(""),
      code: "wrong_value",
      message: message.slice(0, 400),
    }));
  const wrong = faults.filter(({ message }) => message !== "");
  if (success && wrong.length === 0) return data;
  throw wrongFields("Cannot publish", wrong);
}

function wrongFields(action: string, fieldErrors: readonly FieldError[]): ApiError {
  const fields = fieldErrors.length === 1 ? "1 field is" : `${fieldErrors.length} fields are`;
  return new ApiError(
    "REQUEST_VALIDATION_FAILED",
    `${action}: ${fields} wrong, see fieldErrors`,
    { fieldErrors },
  );
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

function toBytes<T>(value: T): Bytes {
  return encoder.encode(JSON.stringify(value));
}
