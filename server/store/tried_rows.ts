import type { Statements } from "./sqlite.ts";
import { NOTHING_TRIED, type Tried } from "./trials.ts";

/** Whose trials, on what, under which rules. */
export interface TriedPlace {
  readonly keyId: string;
  /** Lower-case hex. */
  readonly datasetHash: string;
  readonly formulaVersion: number;
}

/** Returns what a file has of a place. */
export function readTried(file: Statements, place: TriedPlace): Tried {
  const { keyId, datasetHash, formulaVersion } = place;
  const hash = Uint8Array.fromHex(datasetHash);
  const evaluated = file.prepare(
    "SELECT kept, beyond FROM evaluated WHERE key_id = ? AND dataset_hash = ? AND formula_version = ?",
  ).get(keyId, hash, formulaVersion);
  const found = file.prepare(
    "SELECT ratios FROM sharpe_ratios WHERE key_id = ? AND dataset_hash = ?",
  ).get(keyId, hash);
  return {
    evaluated: evaluated
      ? { kept: bytesOf(evaluated["kept"]), beyond: Number(evaluated["beyond"]) }
      : NOTHING_TRIED.evaluated,
    ratios: found ? bytesOf(found["ratios"]) : NOTHING_TRIED.ratios,
  };
}

/** Writes what has changed since it was read, in the same transaction. */
export function writeTried(file: Statements, place: TriedPlace, before: Tried, after: Tried): void {
  const { keyId, datasetHash, formulaVersion } = place;
  const hash = Uint8Array.fromHex(datasetHash);
  if (after.evaluated !== before.evaluated) {
    const { kept, beyond } = after.evaluated;
    file.prepare("INSERT OR REPLACE INTO evaluated VALUES (?, ?, ?, ?, ?)")
      .run(keyId, hash, formulaVersion, kept, beyond);
  }
  if (after.ratios !== before.ratios) {
    file.prepare("INSERT OR REPLACE INTO sharpe_ratios VALUES (?, ?, ?)")
      .run(keyId, hash, after.ratios);
  }
}

function bytesOf(column: unknown): Uint8Array {
  return column instanceof Uint8Array ? column : new Uint8Array();
}
