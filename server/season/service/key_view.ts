// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import type { Market } from "../../contracts/catalog.ts";
import type { Key } from "../../contracts/key.ts";
import { TIMEFRAMES } from "../../contracts/timeframes.ts";
import type { TrialsBefore } from "../../contracts/trial.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { LimitPolicy, RemainingLimits } from "../../limits/account.ts";
import { toBytes } from "../../services/answer.ts";
import { dayOf, quotaView } from "../../services/search_quota.ts";
import type { Searcher, SearchService } from "../../services/search_service.ts";
import type { KeyRecord } from "../../store/key_store.ts";
import type { TrialStore } from "../../store/trial_store.ts";
import { countEvaluated } from "../../store/trials.ts";
import type { PracticeService } from "./practice.ts";
import type { SeasonService } from "./seasons.ts";

/** The services that know something of a key. */
export interface KeyParts {
  readonly clock: Pick<Clock, "epochMs">;
  /** Whether there are stores of searches and seasons; reading a key makes none. */
  hasStores(): boolean;
  readonly searches: Pick<SearchService, "used">;
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

/** What a key has used of stores that nobody has made. */
const NOTHING_USED = [{ units: 0, atOnce: 0 }, [], []] as const;

/** Returns what a key may do, has done and has left, as the `data` of a response. */
export async function keyView(
  { clock, hasStores, searches, trials, seasons, practice }: KeyParts,
  { key: { id: keyId, name, scopes, createdAt, expiresAt }, searcher, markets }: KeyAsker,
  limits: KeyLimitsNow,
): Promise<Bytes> {
  const [before, [use, entries, publications]] = await Promise.all([
    trials.before(keyId),
    hasStores()
      ? Promise.all([searches.used(keyId), seasons.countEntries(keyId), practice.countRows(keyId)])
      : NOTHING_USED,
  ]);
  return toBytes<Key>({
    keyId,
    name,
    scopes: [...scopes],
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    limits: requestLimits(limits),
    searches: quotaView(searcher.limits, use, dayOf(clock.epochMs())),
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
