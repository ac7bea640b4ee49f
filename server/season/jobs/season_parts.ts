// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import type { SeasonDefinition } from "../../contracts/season.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { boardDatasets, seasonVersions } from "./season_boards.ts";
import type { BoardEntry } from "../rules/board.ts";
import { otherVersion } from "../rules/definition.ts";
import { keyTagOf } from "../rules/key_tag.ts";
import { headOf } from "../rules/log.ts";
import { pathSeedsOf, seasonSeedOf } from "../rules/seeds.ts";
import type { SeasonStore, StoredEntry } from "../store/season_store.ts";

/** Asks the store of seasons; a failure of the store is a `StoreFailure`. */
export type AskSeasons = <T>(question: (store: SeasonStore) => Promise<T>) => Promise<T>;

/** A board of a revealed season, with everything that its utilities follow from. */
export interface OpenBoard {
  readonly board: string;
  readonly dataset: Dataset;
  readonly entries: readonly BoardEntry[];
  /** The JSON of the candidates, in the order of the entries. */
  readonly candidates: readonly string[];
  /** Components of all candidates. */
  readonly components: number;
}

/** A revealed season. */
export interface OpenSeason {
  readonly definition: SeasonDefinition;
  readonly secret: string;
  readonly beaconValue: string | null;
  readonly entriesRoot: string;
  /** The same on all boards. */
  readonly seeds: BigUint64Array;
  readonly boards: ReadonlyMap<string, OpenBoard>;
}

/**
 * Reads a revealed season, whose secret and entries decide all paths.
 *
 * @throws {StartError} when this program cannot score it
 */
export async function openSeason(
  ask: AskSeasons,
  seasonId: string,
  { engine, datasets }: { readonly engine: Engine; readonly datasets: readonly Dataset[] },
): Promise<OpenSeason> {
  const season = await ask((store) => store.find(seasonId));
  if (season === null || season.reveal === null) {
    throw new StartError(`Cannot score ${seasonId}: it is not revealed`);
  }
  const { definition, reveal: { secret, beacon } } = season;
  checkVersions(definition, engine, datasets);
  const all = await ask((store) => store.entries(seasonId));
  const entriesRoot = await headOf(all.map(({ log }) => log.leaf));
  const seed = await seasonSeedOf({ secret, entriesRoot, beacon });
  const ofBoards = boardDatasets(datasets);
  const boards = await Promise.all(definition.boards.map(async (board) => {
    const dataset = ofBoards.get(board);
    if (dataset === undefined) {
      throw new StartError(`Cannot score ${seasonId}: ${board} has no dataset with a generator`);
    }
    const own = all.filter((entry) => entry.board === board);
    const entries = await Promise.all(own.map((entry) => toBoardEntry(seasonId, entry)));
    const counts = entries.map(({ candidate }) => candidate.components.length);
    return [board, {
      board,
      dataset,
      entries,
      candidates: own.map(({ candidate }) => candidate),
      components: counts.reduce((sum, count) => sum + count, 0),
    }] as const;
  }));
  return {
    definition,
    secret: secret.toHex(),
    beaconValue: beacon && beacon.toHex(),
    entriesRoot: entriesRoot.toHex(),
    seeds: await pathSeedsOf(seed, definition.paths),
    boards: new Map(boards),
  };
}

function checkVersions(
  { seasonId, versions }: SeasonDefinition,
  engine: Engine,
  datasets: readonly Dataset[],
): void {
  const other = otherVersion(versions, seasonVersions(engine, datasets));
  if (other !== null) throw new StartError(`Cannot score ${seasonId}: ${other}`);
}

async function toBoardEntry(
  seasonId: string,
  { number, keyId, candidate, candidateHash }: StoredEntry,
): Promise<BoardEntry> {
  const keyTag = await keyTagOf(seasonId, keyId);
  return { number, keyTag, candidate: JSON.parse(candidate), candidateHash };
}
