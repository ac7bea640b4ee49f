// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import type { Clock } from "../../base/clock.ts";
import { sha256Hex } from "../../base/hash.ts";
import type { Bytes } from "../../engine/engine.ts";
import { secondOf } from "../rules/records.ts";
import type { ArenaStore } from "../store/arena_store.ts";
import type { StoredSeason } from "../store/season_store.ts";
import { publicSeason } from "./public_season.ts";
import { EntriesRoots, type FileText, seasonFile, seasonFileNames } from "./season_files.ts";

/** A file of the public folder, or a part of one. */
export interface ArenaFile {
  readonly bytes: Bytes;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Names the content. */
  readonly etag: string;
  /** Whether the file never changes. */
  readonly isFinal: boolean;
}

/** The practice boards. */
export interface PracticeSource {
  /** Names of the boards. */
  readonly boards: readonly string[];
  file(board: string): Promise<JsonValue>;
  /** Names the state of a board that its file shows. */
  version(board: string): string;
}

/** Serves the public folder. */
export interface ArenaFiles {
  /**
   * Returns a file by its path in the folder; null for an unknown path.
   *
   * @param from first byte of the part
   * @param most most bytes of the part
   */
  arenaFile(path: string, from?: number, most?: number): Promise<ArenaFile | null>;
}

/** The parts of the folder. */
export interface ArenaFolderParts {
  readonly store: Pick<ArenaStore, "seasons" | "signingKeys">;
  readonly practice: PracticeSource;
  readonly clock: Pick<Clock, "epochMs">;
}

/** Records of a file of the log. */
const LOG_RECORDS = 10_000;
const ETAG_LENGTH = 32;
/** Bytes of files that are kept in memory. */
const KEPT_BYTES = 64_000_000;
/** Time for which the names of a season are kept. */
const NAMES_MS = 10_000;

/** Time for which a file that depends on the clock is kept. */
const STATE_MS = 1_000;

type LogEnd = Awaited<ReturnType<ArenaStore["seasons"]["logEnd"]>>;

const encoder = new TextEncoder();

/**
 * The public folder of the arena, as a pure function of the store: the server answers requests from
 * it, and `season export` writes it, so both have the same bytes.
 */
export class ArenaFolder implements ArenaFiles {
  readonly #parts: ArenaFolderParts;
  /** Recently read files by path, with the version of what they were made of. */
  readonly #kept = new Map<string, { readonly version: string; readonly file: ArenaFile }>();
  #keptBytes = 0;
  /** Files that are being made, by version and path, for all who ask meanwhile. */
  readonly #making = new Map<string, Promise<ArenaFile | null>>();
  /** The seasons that were asked for; only an operator makes more. */
  readonly #seasons = new Map<
    string,
    { readonly version: string; readonly season: StoredSeason }
  >();
  readonly #roots = new EntriesRoots();

  constructor(parts: ArenaFolderParts) {
    this.#parts = parts;
  }

  /** Lists all files, or those that one season needs, by their paths in the folder. */
  async paths(seasonId?: string): Promise<readonly string[]> {
    const { store: { seasons }, practice } = this.#parts;
    const { index } = await seasons.logEnd();
    const all = await seasons.list();
    const listed = all.filter((each) =>
      (seasonId ?? each.definition.seasonId) === each.definition.seasonId
    );
    const ofSeasons = await Promise.all(listed.map(async (season) => {
      const names = await seasonFileNames(seasons, season);
      return names.map((name) => `${season.definition.seasonId}/${name}`);
    }));
    return [
      "seasons.json",
      "keys.json",
      "log.json",
      ...logFiles(index),
      ...seasonId === undefined ? practice.boards.map((board) => `practice/${board}.json`) : [],
      ...ofSeasons.flat(),
    ];
  }

  /** Returns a file by its path in the folder; null for an unknown path. */
  file(path: string): Promise<ArenaFile | null> {
    return this.arenaFile(path);
  }

  /** Returns a part of a file. Only matrices are large enough to be read in parts. */
  async arenaFile(path: string, from = 0, most = Infinity): Promise<ArenaFile | null> {
    const matrix = await this.#matrix(path, from, most);
    const file = matrix ?? await this.#whole(path);
    if (file === null || file === matrix || (from === 0 && most >= file.size)) return file;
    return { ...file, bytes: file.bytes.slice(from, from + most) };
  }

  async #whole(path: string): Promise<ArenaFile | null> {
    const { store: { seasons }, practice, clock } = this.#parts;
    const end = await seasons.logEnd();
    const board = practice.boards.find((each) => path === `practice/${each}.json`);
    const version = board === undefined
      ? versionOf(path, end.index, clock.epochMs())
      : practice.version(board);
    const known = this.#kept.get(path);
    if (known !== undefined && (known.file.isFinal || known.version === version)) {
      this.#kept.delete(path);
      this.#kept.set(path, known);
      return known.file;
    }
    const name = `${version} ${path}`;
    const making = this.#making.get(name) ?? this.#make(path, version, end);
    this.#making.set(name, making);
    return await making.finally(() => this.#making.delete(name));
  }

  async #make(path: string, version: string, end: LogEnd): Promise<ArenaFile | null> {
    const file = await this.#textFile(path, end);
    if (file !== null) this.#keep(path, version, file);
    return file;
  }

  async #textFile(path: string, end: LogEnd): Promise<ArenaFile | null> {
    const made = await this.#text(path, end);
    if (made === null) return null;
    const bytes = encoder.encode(made.text);
    const etag = (await sha256Hex(bytes)).slice(0, ETAG_LENGTH);
    return { bytes, size: bytes.length, etag, isFinal: made.isFinal };
  }

  async #text(path: string, end: LogEnd): Promise<FileText | null> {
    const { store: { seasons }, practice, clock } = this.#parts;
    const [folder = "", name] = path.split("/", 2);
    if (name === undefined) return await this.#topFile(path, end);
    if (path.split("/").length > 2) return null;
    if (folder === "practice") {
      const board = practice.boards.find((each) => `${each}.json` === name);
      return board === undefined ? null : changing(await practice.file(board));
    }
    const season = await this.#season(folder, end);
    const asked = { roots: this.#roots, nowMs: clock.epochMs() };
    return season && await seasonFile(seasons, season, name, asked);
  }

  /** Returns a season as of this second, so that a name without a file reads no entries. */
  async #season(seasonId: string, { index }: LogEnd): Promise<StoredSeason | null> {
    const version = `${index} ${Math.floor(this.#parts.clock.epochMs() / STATE_MS)}`;
    const known = this.#seasons.get(seasonId);
    if (known?.version === version) return known.season;
    const season = await this.#parts.store.seasons.find(seasonId);
    if (season !== null) this.#seasons.set(seasonId, { version, season });
    return season;
  }

  async #topFile(path: string, { index, head }: LogEnd): Promise<FileText | null> {
    const { store: { seasons, signingKeys } } = this.#parts;
    if (path === "seasons.json") {
      const list = (await seasons.list()).map(publicSeason);
      return changing({ seasons: list as unknown as JsonValue });
    }
    if (path === "keys.json") {
      const keys = await signingKeys.list();
      return changing(keys.map(({ keyId, publicKey, from, until }) => ({
        keyId,
        publicKey,
        from: secondOf(from),
        until: until === null ? null : secondOf(until),
      })));
    }
    if (path === "log.json") {
      return changing({ files: [...logFiles(index)], head: head.toHex(), index });
    }
    const file = logFiles(index).indexOf(path);
    if (file < 0) return null;
    const rows = await seasons.log(file * LOG_RECORDS, LOG_RECORDS);
    return changing(
      rows.map(({ leaf, record }) => ({ leaf: leaf.toHex(), record: record as JsonValue })),
    );
  }

  async #matrix(path: string, from: number, most: number): Promise<ArenaFile | null> {
    const [, seasonId, board] = /^([^/]+)\/([^/]+)\.f64$/.exec(path) ?? [];
    if (seasonId === undefined || board === undefined) return null;
    const { seasons } = this.#parts.store;
    const results = await seasons.results(seasonId);
    const scored = results.find((each) => each.board === board);
    const part = scored && await seasons.matrix(seasonId, board, from, most);
    if (!scored || !part) return null;
    return { ...part, etag: scored.matrixHash.slice(0, ETAG_LENGTH), isFinal: true };
  }

  /** Keeps a file instead of those that were read longest ago. */
  #keep(path: string, version: string, file: ArenaFile): void {
    this.#drop(path);
    this.#kept.set(path, { version, file });
    this.#keptBytes += file.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#keptBytes -= this.#kept.get(path)?.file.bytes.length ?? 0;
    this.#kept.delete(path);
  }
}

/**
 * Returns the version of everything that a file is made of. States of seasons follow the clock, and
 * whoever asks without a key, however often, has a file made once a second at most.
 */
function versionOf(path: string, index: number, nowMs: number): string {
  if (/^log(-\d+)?\.json$/.test(path)) return String(index);
  const keptMs = path.endsWith("/names.json") ? NAMES_MS : STATE_MS;
  return `${index} ${Math.floor(nowMs / keptMs)}`;
}

function changing(value: JsonValue): FileText {
  return { text: canonicalJson(value), isFinal: false };
}

function logFiles(records: number): readonly string[] {
  const count = Math.ceil(records / LOG_RECORDS);
  return Array.from({ length: count }, (_, at) => `log-${at + 1}.json`);
}
