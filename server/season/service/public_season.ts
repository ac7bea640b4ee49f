// This module is browser compatible.

import type { Season } from "../../contracts/season.ts";
import { secondOf } from "../rules/records.ts";
import type { StoredReveal, StoredSeason } from "../store/season_store.ts";

/** Returns a season as everyone may see it. */
export function publicSeason(stored: StoredSeason): Season {
  const { definition, state, counts, leaders, voided, scoredAt, reveal } = stored;
  const isClosed = ["closed", "revealed", "scored"].includes(state);
  const { index, head } = stored.lastRecord;
  const entries = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ...definition,
    state,
    counts,
    leaders: state === "scored" ? leaders : null,
    entriesLastHour: isClosed ? stored.entriesLastHour : null,
    closedHead: isClosed ? { index, head: head.toHex(), entries } : null,
    voided: voided && { reason: voided.reason, at: secondOf(voided.at) },
    reveal: reveal && publicReveal(reveal),
    scoredAt: scoredAt === null ? null : secondOf(scoredAt),
  };
}

function publicReveal({ secret, beaconSignature, beacon, at }: StoredReveal): Season["reveal"] {
  return {
    secret: secret.toHex(),
    beaconSignature: beaconSignature && beaconSignature.toHex(),
    beaconValue: beacon && beacon.toHex(),
    at: secondOf(at),
  };
}
