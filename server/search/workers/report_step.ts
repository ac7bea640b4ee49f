// This module is browser compatible.

import type { Bytes, Engine } from "../../engine/engine.ts";
import type { ReportStep } from "./search_workers.ts";

/** How an answer with a stage begins. */
const STAGE = new TextEncoder().encode('{"ok":{"stage"');

/** Asks an engine for the next stage of a search, with its rows, or for the report. */
export function reportStep(
  engine: Pick<Engine, "report" | "stageRows">,
  request: Bytes,
  results: Bytes,
): ReportStep {
  const answer = engine.report(request, results);
  const isStage = STAGE.every((byte, at) => answer[at] === byte);
  return { answer, rows: isStage ? engine.stageRows(request, results) : new Float64Array() };
}
