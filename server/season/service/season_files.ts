// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { headOf } from "../rules/log.ts";
import { keyTagOf } from "../rules/key_tag.ts";
import { secondOf } from "../rules/records.ts";
import type {
  SeasonStore,
  StoredEntry,
  StoredResult,
  StoredSeason,
} from "../store/season_store.ts";
import { publicSeason } from "./public_season.ts";

const FILE_ENTRIES = 1_000;
/** Time after the reveal from which the page shows why a season is not scored. */
const LATE_MS = 600_000;

/** The text of a file, and whether it never changes. */
export interface FileText {
  readonly text: string;
  readonly isFinal: boolean;
}

/** The part of the store that the files of a season are made of. */
export type SeasonSource = Pick<SeasonStore, "entries" | "results" | "board">;

/** Returns the names of the files of a season, in its folder. */
export async function seasonFileNames(
  store: SeasonSource,
  season: StoredSeason,
): Promise<readonly string[]> {
  if (season.reveal === null) return ["season.json"];
  const seasonId = season.definition.seasonId;
  const files = Math.ceil(entryCount(season) / FILE_ENTRIES);
  const boards = await store.results(seasonId);
  const ofBoards = await Promise.all(boards.map(async ({ board }) => {
    const rows = (await store.board(seasonId, board))?.rows.split("\n") ?? [];
    return [
      `${board}.json`,
      `${board}.f64`,
      ...rows.map((_, at) => `${board}-rows-${at + 1}.json`),
    ];
  }));
  return [
    "season.json",
    "names.json",
    ...Array.from({ length: files }, (_, at) => `entries-${at + 1}.json`),
    ...ofBoards.flat(),
  ];
}

/** The roots of the entries of seasons, which take long to compute. */
export class EntriesRoots {
  readonly #known = new Map<string, { readonly index: number; readonly root: string }>();

  /** Returns the root of the entries of a season as of its last record. */
  async of(store: Pick<SeasonStore, "entries">, season: StoredSeason): Promise<string> {
    const { definition: { seasonId }, lastRecord: { index } } = season;
    const known = this.#known.get(seasonId);
    if (known?.index === index) return known.root;
    const entries = await store.entries(seasonId);
    const root = (await headOf(entries.map(({ log }) => log.leaf))).toHex();
    this.#known.set(seasonId, { index, root });
    return root;
  }
}

/** Returns a file of a season, but not a matrix; null when it has none of this name. */
export async function seasonFile(
  store: SeasonSource,
  season: StoredSeason,
  name: string,
  { roots, nowMs }: { readonly roots: EntriesRoots; readonly nowMs: number },
): Promise<FileText | null> {
  const seasonId = season.definition.seasonId;
  if (name === "season.json") return await seasonText(store, season, roots, nowMs);
  if (season.reveal === null) return null;
  if (name === "names.json") return namesText(await store.entries(seasonId));
  const [, stem = "", file] = /^(.+?)(?:-([1-9]\d{0,5}))?\.json$/.exec(name) ?? [];
  if (stem === "entries") return await entriesText(store, season, Number(file));
  const board = file === undefined ? stem : stem.replace(/-rows$/, "");
  if (!season.definition.boards.includes(board)) return null;
  const found = await store.board(seasonId, board);
  const text = file === undefined ? found?.head : found?.rows.split("\n")[Number(file) - 1];
  return text === undefined || (file === undefined) !== (stem === board)
    ? null
    : { text, isFinal: true };
}

async function seasonText(
  store: SeasonSource,
  season: StoredSeason,
  roots: EntriesRoots,
  nowMs: number,
): Promise<FileText> {
  const { definition: { seasonId }, state, reveal, failure } = season;
  const isClosed = ["closed", "revealed", "scored"].includes(state);
  const isLate = reveal !== null && nowMs - reveal.at >= LATE_MS;
  const results = reveal === null ? [] : await store.results(seasonId);
  return {
    text: canonicalJson(asJson({
      ...publicSeason(season),
      entriesRoot: isClosed ? await roots.of(store, season) : null,
      results: results.map(publicResult),
      failure: isLate && state === "revealed" ? failure : null,
    })),
    isFinal: state === "scored" || state === "void",
  };
}

function publicResult({ receipt, at, ...result }: StoredResult): object {
  return { ...result, at: secondOf(at), receipt: receipt === null ? null : JSON.parse(receipt) };
}

function namesText(entries: readonly StoredEntry[]): FileText {
  const named = entries.filter(({ name, isNameHidden }) => name !== "" && !isNameHidden);
  const names = named.map(({ number, name }) => [String(number), name]);
  return { text: canonicalJson(Object.fromEntries(names)), isFinal: false };
}

async function entriesText(
  store: SeasonSource,
  season: StoredSeason,
  file: number,
): Promise<FileText | null> {
  const { seasonId } = season.definition;
  if (file < 1 || file > Math.ceil(entryCount(season) / FILE_ENTRIES)) return null;
  const all = await store.entries(seasonId);
  const entries = await Promise.all(
    all.slice((file - 1) * FILE_ENTRIES, file * FILE_ENTRIES).map(async (entry) => ({
      number: entry.number,
      board: entry.board,
      candidate: JSON.parse(entry.candidate),
      candidateHash: entry.candidateHash,
      keyTag: await keyTagOf(seasonId, entry.keyId),
      salt: entry.salt.toHex(),
      acceptedAt: secondOf(entry.acceptedAt),
    })),
  );
  return { text: canonicalJson({ entries }), isFinal: true };
}

function entryCount({ counts }: StoredSeason): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns a value as JSON, of whose members none is undefined. */
function asJson(value: object): JsonValue {
  return value as JsonValue;
}
