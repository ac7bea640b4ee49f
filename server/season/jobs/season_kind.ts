// This module is browser compatible.

import { systemClock } from "../../base/clock.ts";
import { boardDatasets } from "./season_boards.ts";
import type { Signer } from "../rules/receipt.ts";
import type { SeasonStore } from "../store/season_store.ts";
import { type OpenOtherKind, otherBasis } from "../../search/jobs/job_runner.ts";
import { asker } from "../../search/jobs/open_search.ts";
import { basisOf } from "../../search/stages/order.ts";
import { readSeasonOrder } from "./season_order.ts";
import { SeasonSearch } from "./season_search.ts";

/**
 * Returns what opens the searches that score seasons.
 *
 * @param signer signs the results; by default no result is signed
 */
export function seasonKind(seasons: SeasonStore, signer: Signer | null = null): OpenOtherKind {
  return async ({ id, keyId, order: text }, options) => {
    const order = readSeasonOrder(text);
    if (order === null) return null;
    const { store, engine, datasets, workers, clock = systemClock } = options;
    if (order.basis !== basisOf(engine, [...boardDatasets(datasets).values()])) {
      throw otherBasis(options, "the season is scored by another program, engine or datasets");
    }
    return await SeasonSearch.open(order.seasonId, {
      id,
      seasons: asker(seasons),
      ask: asker(store),
      signer,
      engine,
      datasets,
      workers: workers.forKey(keyId),
      clock,
    });
  };
}
