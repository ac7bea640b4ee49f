// This module is browser compatible.

import { headOf } from "../rules/log.ts";
import { pathSeedsOf, seasonSeedOf, secretHashOf } from "../rules/seeds.ts";
import type { LogPlace } from "../rules/statements.ts";
import { beaconOf } from "./beacon.ts";
import { expectSame, Wrong } from "./finding.ts";
import { type LogRow, recordOf, without } from "./log.ts";
import { Members } from "./read.ts";

/** An entry of a season as its record says. */
export interface EntryOfLog {
  readonly number: number;
  readonly candidateHash: string;
  readonly keyTag: string;
  readonly salt: string;
  readonly acceptedAt: string;
}

/** Everything that the log decides about a season. */
export interface SeasonOfLog {
  /** By number, from 1. */
  readonly entries: readonly EntryOfLog[];
  readonly seeds: BigUint64Array;
  /** The reason why the beacon was not checked; null for a checked one and without a beacon. */
  readonly unchecked: string | null;
}

/** Most paths of a season: a stranger's file must not keep a reader busy. */
const PATHS_MAX = 2_048;

/** Bytes of the salt of an entry, without which its leaf can be guessed. */
const SALT_BYTES = 16;

const NOT_OF_RECORD = [
  "kind",
  "issuer",
  "issuedAt",
  "board",
  "entriesRoot",
  "secret",
  "beaconValue",
  "matrixHash",
  "boardHash",
  "log",
];

/**
 * Verifies a board's statement against the log: the season's definition, its secret, beacon and
 * entries, and the record of the result.
 *
 * @param head a head that somebody noted between the close and the reveal; null without one
 * @returns the entries, and the seeds of the paths that follow from secret, entries and beacon
 * @throws {Wrong} that names both values
 */
export async function checkSeasonLog(
  payload: Members,
  rows: readonly LogRow[],
  head: LogPlace | null,
): Promise<SeasonOfLog> {
  const [seasonId, board] = [payload.text("seasonId"), payload.text("board")];
  const season = recordOf(rows, "season", seasonId);
  expectSame(
    "the definition of the season",
    JSON.parse(without(payload, ...NOT_OF_RECORD)),
    JSON.parse(without(season.record, "kind")),
  );
  const reveal = recordOf(rows, "reveal", seasonId);
  const [closesAt, at] = [season.record.text("closesAt"), reveal.record.text("at")];
  if (reveal.record.instant("at") < season.record.instant("closesAt")) {
    throw new Wrong(`the reveal is of ${at}, before the close of the season, ${closesAt}`);
  }
  expectSame("secret", payload.text("secret"), reveal.record.text("secret"));
  const secret = payload.hex("secret", 32);
  expectSame("secretHash", payload.text("secretHash"), await secretHashOf(secret));
  const { value: beacon, unchecked } = await beaconOf(payload, reveal.record);
  const row = recordOf(rows, "result", seasonId, board);
  expectSame("log/index", payload.object("log").whole("index"), row.index);
  for (const name of ["matrixHash", "boardHash"]) {
    expectSame(name, payload.text(name), row.record.text(name));
  }
  expectSame("issuedAt", payload.text("issuedAt"), row.record.text("at"));

  const entries = entriesOf(rows, season, reveal);
  checkQuota(entries, season.record.whole("entriesPerKey"));
  const entriesRoot = await headOf(entries.map(({ leaf }) => leaf));
  expectSame("entriesRoot", payload.text("entriesRoot"), entriesRoot.toHex());
  const late = entries.find(({ index }) => head !== null && index > head.index);
  if (late !== undefined) {
    throw new Wrong(`an entry is record ${late.index}, after the noted head of ${head?.index}`);
  }
  const seed = await seasonSeedOf({ secret, entriesRoot, beacon });
  const paths = payload.whole("paths");
  if (paths < 2 || paths > PATHS_MAX) {
    throw new Wrong(`paths is ${paths}, must be 2 to ${PATHS_MAX}`);
  }
  return {
    entries: entries.map(({ entry }) => entry),
    seeds: await pathSeedsOf(seed, paths),
    unchecked,
  };
}

/** An entry with its place in the log. */
export interface FoundEntry {
  readonly index: number;
  readonly leaf: Uint8Array<ArrayBuffer>;
  /** Head of the log after it, hexadecimal. */
  readonly head: string;
  readonly entry: EntryOfLog;
}

/** Returns the entries of a season in the order of the log. */
export function entriesOf(
  rows: readonly LogRow[],
  season: LogRow & { readonly record: Members },
  reveal: LogRow,
): readonly FoundEntry[] {
  const [seasonId, opensAt, closesAt] = ["seasonId", "opensAt", "closesAt"]
    .map((name) => season.record.text(name));
  const [opensMs, closesMs] = [season.record.instant("opensAt"), season.record.instant("closesAt")];
  const found: FoundEntry[] = [];
  let before = { ms: -Infinity, acceptedAt: "" };
  for (const { index, leaf, head, record } of rows) {
    if (record === null || record.any("kind") !== "entry" || record.text("seasonId") !== seasonId) {
      continue;
    }
    const number = record.whole("number");
    expectSame(`the number of the entry in record ${index}`, number, found.length + 1);
    const acceptedAt = record.text("acceptedAt");
    const ms = record.instant("acceptedAt");
    if (ms < opensMs || ms >= closesMs) {
      throw new Wrong(
        `entry ${number} is of ${acceptedAt}, the season of ${opensAt} to ${closesAt}`,
      );
    }
    if (ms < before.ms) {
      throw new Wrong(
        `entry ${number} is of ${acceptedAt}, the entry before it of ${before.acceptedAt}`,
      );
    }
    before = { ms, acceptedAt };
    if (index > reveal.index) {
      throw new Wrong(
        `entry ${number} is record ${index}, after the reveal, record ${reveal.index}`,
      );
    }
    found.push({
      index,
      leaf,
      head,
      entry: {
        number,
        candidateHash: record.text("candidateHash"),
        keyTag: record.text("keyTag"),
        salt: record.hex("salt", SALT_BYTES).toHex(),
        acceptedAt,
      },
    });
  }
  return found;
}

/** @throws {Wrong} when a key has too many entries, or a candidate twice */
function checkQuota(entries: readonly FoundEntry[], entriesPerKey: number): void {
  const ofKey = new Map<string, Set<string>>();
  for (const { entry: { number, keyTag, candidateHash } } of entries) {
    const candidates = ofKey.get(keyTag) ?? new Set();
    if (candidates.has(candidateHash)) {
      throw new Wrong(`entry ${number} is one that the key ${keyTag} has entered before`);
    }
    candidates.add(candidateHash);
    if (candidates.size > entriesPerKey) {
      throw new Wrong(`entry ${number} is one more than the ${entriesPerKey} of the key ${keyTag}`);
    }
    ofKey.set(keyTag, candidates);
  }
}

/** Returns the statement that the receipt of a board has, from the season's file. */
export function claimOf(season: Members, result: Members): Members {
  const reveal = season.object("reveal");
  const { receipt: _, at, ...rest } = result.raw;
  const definition = Object.fromEntries(
    DEFINITION.map((name) => [name, season.any(name)] as const),
  );
  return new Members("season.json", {
    ...definition,
    ...rest,
    issuer: "",
    issuedAt: at,
    entriesRoot: season.any("entriesRoot"),
    secret: reveal.any("secret"),
    beaconValue: reveal.any("beaconValue"),
  });
}

const DEFINITION = [
  "seasonId",
  "title",
  "boards",
  "capital",
  "paths",
  "opensAt",
  "closesAt",
  "entriesPerKey",
  "secretHash",
  "beacon",
  "versions",
];
