import type { SeasonDefinition } from "../../server/contracts/season.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { lazy } from "../../server/base/lazy.ts";
import { secondOf } from "../../server/season/rules/records.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { makeDatasets } from "../../server/testing/datasets.ts";
import { seasonOf } from "../../server/testing/season.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import type { NewBoard, NewEntry, StoredEntry } from "../../server/season/store/season_store.ts";

export interface OpenArena extends ArenaStore {
  /** Opens the same file or database again, as another process. */
  another(): Promise<OpenArena>;
  /** Moves the clock in the eyes of all seasons: their instants move the other way. */
  advance(byMs: number): Promise<void>;
}

export const HOUR_MS = 3_600_000;

const usual = lazy(async () => await seasonOf(await makeEngine(), await makeDatasets()));

/** Returns a season that opened an hour ago and closes in an hour. */
export async function definitionOf(
  seasonId: string,
  changes: Partial<SeasonDefinition> = {},
): Promise<SeasonDefinition> {
  const nowMs = Date.now();
  return {
    ...await usual(),
    seasonId,
    boards: ["susde-hourly", "ghousd-daily"],
    opensAt: secondOf(nowMs - HOUR_MS),
    closesAt: secondOf(nowMs + HOUR_MS),
    entriesPerKey: 3,
    ...changes,
  };
}

/** Returns a candidate that a key enters; its number makes it distinct. */
export async function entryOf(
  seasonId: string,
  keyId: string,
  candidate: number,
  changes: Partial<NewEntry> = {},
): Promise<NewEntry> {
  return {
    seasonId,
    keyId,
    board: "susde-hourly",
    candidate: `{"candidate":${candidate}}`,
    candidateHash: await sha256Hex(String(candidate)),
    name: `Carry ${candidate}`,
    salt: crypto.getRandomValues(new Uint8Array(16)),
    ...changes,
  };
}

/** Enters a candidate; returns its entry. */
export async function enter(
  { seasons }: Pick<ArenaStore, "seasons">,
  ...args: Parameters<typeof entryOf>
): Promise<StoredEntry> {
  const outcome = await seasons.enter(await entryOf(...args));
  if (outcome.kind !== "entered") throw new Error(`the entry was refused: ${outcome.kind}`);
  return outcome.entry;
}

/** Returns a scored board. */
export function boardOf(board: string): NewBoard {
  return {
    board,
    head: `{"board":"${board}"}`,
    rows: "[]",
    leaders: 2,
    matrix: new Uint8Array(new Float64Array([0.5, -1]).buffer),
    matrixHash: "1".repeat(64),
    boardHash: "2".repeat(64),
    receiptOf: ({ index }) => Promise.resolve(`{"index":${index}}`),
  };
}
