// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import type { Clock } from "../../base/clock.ts";
import { ApiError } from "../../base/errors.ts";
import type { FieldError } from "../../contracts/problem.ts";
import {
  type Leaderboard,
  type PracticeRow,
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
import type { PublishedHead } from "../../store/arena/published_store.ts";
import { toBytes, wrongFields } from "../answer.ts";
import { arenaUnavailable, type Ask, asking } from "../unavailable.ts";
import { readJson } from "../arena/entry_request.ts";
import { checkClaim, isIssuedInTime } from "./claim.ts";
import { type PracticeBoard, practiceBoards, type Summary } from "./practice_board.ts";
import { type Mark, markOf, type Ordered, orderRows, readMark, rowOf } from "./practice_rows.ts";
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
/** Pages of one order that are kept for its second. */
const PAGES_MAX = 16;

interface OrderedAt {
  readonly atMs: number;
  /** Whether a row was published or withdrawn here since. */
  hasChanged: boolean;
  readonly ordered: Promise<Ordered>;
  /** Pages that have been read, by their first row and their length. */
  readonly pages: Map<string, Promise<PracticeRow[]>>;
}

/** Publishes evaluations on the boards of the official datasets, and orders them. */
export class Practice implements PracticeService {
  readonly #parts: PracticeParts;
  readonly #ask: Ask<PracticeParts["store"]>;
  readonly #boards: readonly PracticeBoard[];
  /** Ordered boards, which anyone may read without a key. */
  readonly #ordered = new Map<string, OrderedAt>();

  constructor(parts: PracticeParts, boards: readonly PracticeBoard[]) {
    this.#parts = parts;
    this.#ask = asking(parts.store, arenaUnavailable);
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
      mark: markOf(receipt),
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
    const { ordered, pages } = this.#order(board, { sort, isEligible });
    const { rows, total } = await ordered;
    const name = `${from} ${most}`;
    if (pages.size >= PAGES_MAX) pages.clear();
    const page = pages.get(name) ?? this.#page(board, rows.slice(from, from + most));
    pages.set(name, page);
    // A failure is not kept.
    page.catch(() => pages.delete(name));
    const { board: boardName, repeats } = board;
    return { board: boardName, sort, repeats, total, from, rows: await page };
  }

  /** Returns a board in an order, at most a second old. */
  #order(board: PracticeBoard, by: Pick<BoardPage, "sort" | "isEligible">): OrderedAt {
    const name = `${board.board} ${by.sort} ${by.isEligible}`;
    const nowMs = this.#parts.clock.nowMs();
    const known = this.#ordered.get(name);
    const freshMs = known?.hasChanged ? CHANGED_FRESH_MS : FRESH_MS;
    if (known !== undefined && nowMs - known.atMs < freshMs) return known;
    const ordered = this.#standing(board).then((rows) => orderRows(board, rows, by));
    const made = { atMs: nowMs, hasChanged: false, ordered, pages: new Map() };
    this.#ordered.set(name, made);
    // A failure is not kept.
    ordered.catch(() => this.#ordered.delete(name));
    return made;
  }

  /** Returns the rows of today's evidence whose receipts were issued while their key signed. */
  async #standing(
    board: PracticeBoard,
  ): Promise<readonly { readonly head: PublishedHead; readonly mark: Mark }[]> {
    const { published, signingKeys } = this.#parts.store;
    const heads = await this.#ask(() => published.heads(board.today.datasetHash));
    const keys = await this.#ask(() => signingKeys.list());
    const unmarked = heads.filter(({ mark }) => mark === "");
    const receipts = await this.#ask(() => published.receipts(unmarked));
    const marks = new Map(unmarked.map((head, at) => [head, receipts[at] ?? null]));
    return heads.flatMap((head) => {
      const receipt = marks.get(head);
      if (receipt === null) return [];
      const text = receipt === undefined ? head.mark : markOf(JSON.parse(receipt));
      const mark = readMark(text, board);
      const isSigned = keys.some((key) => key.keyId === mark.signedBy && isIssuedInTime(mark, key));
      return mark.isCurrent && isSigned ? [{ head, mark }] : [];
    });
  }

  /** Returns the rows of a page with their receipts; a row that has just been withdrawn is left out. */
  async #page(
    { today: { datasetHash } }: PracticeBoard,
    rows: Ordered["rows"],
  ): Promise<PracticeRow[]> {
    const placed = rows.flatMap((row) => "head" in row ? [row] : []);
    const heads = placed.map(({ head }) => head);
    const found = await this.#ask(() => this.#parts.store.published.receipts(heads));
    const receipts = new Map(placed.map((row, at) => [row, found[at] ?? null]));
    const keyIds = [...new Set(heads.map(({ keyId }) => keyId))];
    const tries = await this.#parts.countTries(datasetHash, keyIds)
      .catch((): ReadonlyMap<string, number> => new Map());
    return rows.flatMap((row) => {
      if (!("head" in row)) return [row];
      const receipt = receipts.get(row) ?? null;
      if (receipt === null) return [];
      return [rowOf(row, JSON.parse(receipt), tries.get(row.head.keyId) ?? 0)];
    });
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
}

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

function full(board: string, candidateHashes: readonly string[]): ApiError {
  const [limit, used] = [PUBLISHED_PER_KEY, candidateHashes.length];
  return new ApiError(
    "ENTRY_QUOTA_EXCEEDED",
    `Cannot publish on ${board}: this key has ${used} rows there, at most ${limit} are allowed; ` +
      `withdraw one of the candidates ${candidateHashes.join(", ")}`,
    { members: { limit, used } },
  );
}
