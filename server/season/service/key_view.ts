// This module is browser compatible.

import type { Market } from "../../contracts/catalog.ts";
import type { Key } from "../../contracts/key.ts";
import type { SearchList } from "../../contracts/types.ts";
import { TIMEFRAMES } from "../../contracts/timeframes.ts";
import type { TrialsBefore } from "../../contracts/trial.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { LimitPolicy, RemainingLimits } from "../../limits/account.ts";
import { toBytes } from "../../services/answer.ts";
import type { Searcher, SearchService } from "../../services/search_service.ts";
import type { KeyRecord } from "../../store/key_store.ts";
import type { TrialStore } from "../../store/trial_store.ts";
import { countEvaluated } from "../../store/trials.ts";
import type { PracticeService } from "./practice.ts";
import type { SeasonService } from "./seasons.ts";

/** The services that know something of a key. */
export interface KeyParts {
  readonly searches: Pick<SearchService, "list">;
  readonly trials: Pick<TrialStore, "before">;
  readonly seasons: Pick<SeasonService, "countEntries">;
  readonly practice: Pick<PracticeService, "countRows">;
}

/** The key, and what its server serves. */
export interface KeyAsker {
  readonly key: KeyRecord;
  readonly searcher: Searcher;
  readonly markets: readonly Market[];
}

/** The limits of requests of the key, and what is left of them. */
export interface KeyLimitsNow {
  readonly policy: LimitPolicy;
  readonly left: RemainingLimits;
}

const decoder = new TextDecoder();

/** Returns what a key may do, has done and has left, as the `data` of a response. */
export async function keyView(
  { searches, trials, seasons, practice }: KeyParts,
  { key: { id: keyId, name, scopes, createdAt, expiresAt }, searcher, markets }: KeyAsker,
  limits: KeyLimitsNow,
): Promise<Bytes> {
  const [listed, before, entries, publications] = await Promise.all([
    searches.list(searcher),
    trials.before(keyId),
    seasons.countEntries(keyId),
    practice.countRows(keyId),
  ]);
  const { quota } = JSON.parse(decoder.decode(listed)) as SearchList;
  return toBytes<Key>({
    keyId,
    name,
    scopes: [...scopes],
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    limits: requestLimits(limits),
    searches: quota,
    tries: before.map((tries) => triesOn(tries, markets))
      .toSorted((a, b) => a.datasetHash < b.datasetHash ? -1 : 1),
    entries: [...entries],
    publications: [...publications],
  });
}

function requestLimits({ policy: { budget, slots }, left }: KeyLimitsNow): Key["limits"] {
  return {
    unitsPerSecond: budget.units,
    unitsLeft: Math.floor(left.units),
    simulationsInFlight: slots.simulations,
    simulationsLeft: left.slots.simulations,
    evaluationsInFlight: slots.evaluations,
    evaluationsLeft: left.slots.evaluations,
  };
}

function triesOn(
  { datasetHash, kept, beyond }: TrialsBefore,
  markets: readonly Market[],
): Key["tries"][number] {
  const evaluated = countEvaluated({ kept: Uint8Array.fromBase64(kept), beyond });
  for (const { id: marketId, timeframes } of markets) {
    for (const timeframe of TIMEFRAMES) {
      if (timeframes[timeframe]?.datasetHash === datasetHash) {
        return { datasetHash, marketId, timeframe, evaluated };
      }
    }
  }
  return { datasetHash, marketId: null, timeframe: null, evaluated };
}
