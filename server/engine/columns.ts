// This module is browser compatible.

import { payloadOf } from "./answer.ts";
import type { Bytes, Engine, SimulationAnswer } from "./engine.ts";

/** Columns of `Engine.runColumns`, in its order: of the portfolio, and of each component. */
export const PORTFOLIO = ["cost", "drawdown", "equity", "exposure", "return", "turnover"] as const;
export const LEDGER = [
  "equity",
  "executedPosition",
  "feeCost",
  "ptPrice",
  "shares",
  "signalTarget",
  "slippageCost",
  "turnover",
  "units",
] as const;

const [COLUMNS, SUMMARY] = ['{"view":"columns"', '{"view":"summary"'] as const;
const CANDIDATE = '"candidate":';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Runs a request of `Engine.simulate`; the view `columns` is the summary, with the columns beside it. */
export function runRequest(
  engine: Pick<Engine, "simulate" | "runColumns">,
  request: Bytes,
): SimulationAnswer {
  const head = decoder.decode(request.subarray(0, COLUMNS.length));
  if (head !== COLUMNS) return engine.simulate(request);
  const text = decoder.decode(request);
  const answer = engine.simulate(encoder.encode(text.replace(COLUMNS, SUMMARY)));
  if (payloadOf(answer.bytes) === null) return answer;
  const candidate = text.slice(text.indexOf(CANDIDATE) + CANDIDATE.length, -1);
  return { ...answer, columns: engine.runColumns(encoder.encode(candidate)) };
}
