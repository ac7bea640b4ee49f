// This module is browser compatible.

import type { Bytes, Engine } from "../../engine/engine.ts";
import type { StageOutcome } from "./stage.ts";
import { NO_BYTES, readSummary } from "../fold/summary.ts";

/** Merges packed summaries in pairs, so that long ones are copied seldom. */
export function mergeAll(
  engine: Pick<Engine, "mergeSummaries">,
  all: readonly Bytes[],
): Bytes {
  const [first = NO_BYTES, ...others] = all;
  if (others.length === 0) return first;
  const half = all.length >> 1;
  return engine.mergeSummaries(
    mergeAll(engine, all.slice(0, half)),
    mergeAll(engine, all.slice(half)),
  );
}

/** Joins the summaries of stages. */
export function joined(
  engine: Pick<Engine, "mergeSummaries">,
  outcomes: readonly Pick<StageOutcome, "packed">[],
): Pick<StageOutcome, "packed" | "summary"> {
  const packed = mergeAll(engine, outcomes.map((one) => one.packed));
  return { packed, summary: readSummary(packed) };
}
