// This module is browser compatible.

import { FIGURES } from "../../contracts/plan.ts";
import { FAMILY_ID } from "../../contracts/scalar.ts";
import { PATH_EXAMPLES } from "../operation_definition.ts";
import type { DocumentExamples } from "./openapi.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";

const ID = PATH_EXAMPLES.searchId;
const SELF = `/v1/families/${FAMILY_ID}/searches/${ID}`;
const PERIOD = "/components/0/strategyParams/period";

const plan = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: PERIOD, min: 2, max: 14, steps: 13 }],
};
/** The quota of a key. */
export const quota = {
  unitsPerDay: 100_000_000,
  unitsLeft: 99_986_870,
  candidatesPerDay: 10_000_000,
  candidatesLeft: 9_998_687,
  searchesAtOnce: 2,
  searchesLeft: 1,
  resetsAt: "2026-01-02T00:00:00.000Z",
};
const links = {
  self: SELF,
  events: `${SELF}/events`,
  points: `${SELF}/points`,
  file: `${SELF}/points.parquet`,
};
const heading = {
  searchId: ID,
  status: "queued",
  candidates: 13,
  done: 0,
  units: 13_130,
  unitsDone: 0,
  createdAt: "2026-01-01T12:00:00.000Z",
  startedAt: null,
  endedAt: null,
};
const view = {
  ...heading,
  secondsLeft: null,
  stage: null,
  best: null,
  failure: null,
  plan: {
    ...plan,
    method: { kind: "grid" },
    aim: "score",
    constraints: [],
    windows: { kind: "whole" },
    evaluate: 20,
  },
  report: null,
  links,
};
const cancelled = { ...view, status: "cancelled", endedAt: "2026-01-01T12:00:01.000Z" };
const rows = [[2, "ran"], [3, "ran"]].map(([period = 0, status = ""], number) => [
  "all",
  number,
  period,
  ...Object.keys(FIGURES).map(() => 0),
  status,
]);
const points = {
  columns: ["stage", "number", "period", ...Object.keys(FIGURES), "status"],
  rows,
  next: null,
};

/** Examples of searches, written by hand because a search takes too long for the document. */
export const SEARCH_EXAMPLES = {
  startSearch: {
    body: { plan },
    response: answer({
      searchId: ID,
      status: "queued",
      candidates: 13,
      evaluations: 13,
      units: 13_130,
      estimatedSeconds: 0.05,
      quota,
      links,
    }),
  },
  listSearches: { response: answer({ searches: [heading], quota }) },
  getSearch: { response: answer(view) },
  cancelSearch: { response: answer(cancelled) },
  getSearchPoints: { response: answer(points) },
  getSearchFile: { response: "PAR1" },
  watchSearch: { response: `event: progress\ndata: ${JSON.stringify(view)}\n\n` },
} satisfies DocumentExamples;

function answer(data: unknown): unknown {
  return { requestId: EXAMPLE_REQUEST_ID, status: "ok", data };
}
