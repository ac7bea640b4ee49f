import type { Row, Statements } from "./sqlite.ts";
import { type Evaluated, NOTHING_TRIED, type Ratios, type Tried } from "./trials.ts";

/** Whose trials, on what, under which rules. */
export interface TriedPlace {
  readonly keyId: string;
  /** Lower-case hex. */
  readonly datasetHash: string;
  readonly formulaVersion: number;
}

const CANDIDATE_BYTES = 8;
/** A candidate and its ratio. */
const RATIO_BYTES = 16;

/** Returns what a file has of a place. */
export function readTried(file: Statements, place: TriedPlace): Tried {
  const { keyId, datasetHash, formulaVersion } = place;
  const hash = Uint8Array.fromHex(datasetHash);
  const evaluated = file.prepare(
    "SELECT kept, beyond FROM evaluated WHERE key_id = ? AND dataset_hash = ? AND formula_version = ?",
  ).get(keyId, hash, formulaVersion);
  const ratios = file.prepare(
    "SELECT ratios FROM sharpe_ratios WHERE key_id = ? AND dataset_hash = ?",
  ).get(keyId, hash);
  return {
    evaluated: evaluated ? toEvaluated(evaluated) : NOTHING_TRIED.evaluated,
    ratios: ratios ? toRatios(ratios) : NOTHING_TRIED.ratios,
  };
}

/** Writes what has changed since it was read, in the same transaction. */
export function writeTried(file: Statements, place: TriedPlace, before: Tried, after: Tried): void {
  const { keyId, datasetHash, formulaVersion } = place;
  const hash = Uint8Array.fromHex(datasetHash);
  if (after.evaluated !== before.evaluated) {
    const { kept, beyond } = after.evaluated;
    file.prepare("INSERT OR REPLACE INTO evaluated VALUES (?, ?, ?, ?, ?)")
      .run(keyId, hash, formulaVersion, toBytes(kept), beyond);
  }
  if (after.ratios !== before.ratios) {
    file.prepare("INSERT OR REPLACE INTO sharpe_ratios VALUES (?, ?, ?)")
      .run(keyId, hash, toRatioBytes(after.ratios));
  }
}

function toEvaluated(row: Row): Evaluated {
  const view = viewOf(row["kept"]);
  const kept = new BigUint64Array(view.byteLength / CANDIDATE_BYTES);
  for (let at = 0; at < kept.length; at++) kept[at] = view.getBigUint64(at * CANDIDATE_BYTES);
  return { kept, beyond: Number(row["beyond"]) };
}

function toRatios(row: Row): Ratios {
  const view = viewOf(row["ratios"]);
  const kept = new BigUint64Array(view.byteLength / RATIO_BYTES);
  const ratios = new Float64Array(kept.length);
  for (let at = 0; at < kept.length; at++) {
    kept[at] = view.getBigUint64(at * RATIO_BYTES);
    ratios[at] = view.getFloat64(at * RATIO_BYTES + CANDIDATE_BYTES);
  }
  return { kept, ratios };
}

function viewOf(column: unknown): DataView {
  const bytes = column instanceof Uint8Array ? column : new Uint8Array();
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the bytes as they stand in the hashes, big end first. */
function toBytes(kept: BigUint64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(kept.length * CANDIDATE_BYTES));
  kept.forEach((candidate, at) => view.setBigUint64(at * CANDIDATE_BYTES, candidate));
  return new Uint8Array(view.buffer);
}

function toRatioBytes({ kept, ratios }: Ratios): Uint8Array {
  const view = new DataView(new ArrayBuffer(kept.length * RATIO_BYTES));
  kept.forEach((candidate, at) => {
    view.setBigUint64(at * RATIO_BYTES, candidate);
    view.setFloat64(at * RATIO_BYTES + CANDIDATE_BYTES, ratios[at] ?? NaN);
  });
  return new Uint8Array(view.buffer);
}
