// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { boardDatasets } from "./season_boards.ts";
import type { SeasonStore, StoredSeason } from "../store/season_store.ts";
import type { SearchStore } from "../../store/search_store.ts";
import { basisOf } from "../../search/stages/order.ts";
import { seasonOwner } from "./season_order.ts";

/** The stores of seasons and of searches, and the parts that the numbers depend on. */
export interface SeasonQueueParts {
  readonly seasons: Pick<SeasonStore, "list" | "setSearch" | "noteFailure">;
  readonly searches: Pick<SearchStore, "add" | "find" | "outcome">;
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly clock: Pick<Clock, "epochMs">;
}

/** How often seasons are looked for. */
const LOOK_MS = 10_000;
/** Time after which a failed search of a season is followed by another. */
const RETRY_MS = 60_000;
/** The search of a season costs no key anything. */
const NO_QUOTA = {
  units: Number.MAX_SAFE_INTEGER,
  since: 0,
  atOnce: Number.MAX_SAFE_INTEGER,
};

/** Orders the searches of seasons now and every ten seconds. */
export async function keepScoring(
  parts: Omit<SeasonQueueParts, "clock"> & { readonly clock: Clock },
  report: (sentence: string) => void,
): Promise<void> {
  parts.clock.after(LOOK_MS, () => void keepScoring(parts, report));
  try {
    await orderSeasons(parts);
  } catch (error) {
    report(`Cannot score seasons, it will be retried: ${messageOf(error)}`);
  }
}

/**
 * Orders a search for each revealed season that has none, and another one a minute after a search
 * has failed. Several processes may do so at once.
 */
export async function orderSeasons(parts: SeasonQueueParts): Promise<void> {
  for (const season of await parts.seasons.list()) {
    if (season.state === "revealed") await orderSeason(parts, season);
  }
}

async function orderSeason(parts: SeasonQueueParts, season: StoredSeason): Promise<void> {
  const { seasons, searches, clock } = parts;
  const { searchId, definition: { seasonId } } = season;
  const found = searchId === null ? null : await searches.find(searchId);
  if (found !== null) {
    if (found.endedAt === null) return;
    if (found.status === "failed") {
      const failure = await searches.outcome(found.id);
      if (failure !== null && failure !== season.failure) {
        await seasons.noteFailure(seasonId, failure);
      }
    }
    if (clock.epochMs() - found.endedAt < RETRY_MS) return;
  }
  const attempt = Number(searchId?.split(".")[1] ?? 0) + 1;
  const id = `${seasonId}.${attempt}`;
  await addSearch(parts, season, id);
  await seasons.setSearch(seasonId, id);
}

async function addSearch(
  { searches, engine, datasets }: SeasonQueueParts,
  { definition: { seasonId, paths }, counts }: StoredSeason,
  id: string,
): Promise<void> {
  const entries = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const basis = basisOf(engine, [...boardDatasets(datasets).values()]);
  const order = JSON.stringify({ kind: "season", seasonId, basis });
  const search = { id, keyId: seasonOwner(seasonId), order, candidates: entries * paths, units: 0 };
  try {
    await searches.add(search, NO_QUOTA);
  } catch (error) {
    // Another process may have added it at the same time.
    if (await searches.find(id) === null) throw error;
  }
}
