// This module is browser compatible.

import type { Entered, Season } from "../../contracts/season.ts";
import { PATH_EXAMPLES } from "../operation_definition.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";
import type { DocumentExamples } from "./openapi.ts";

const BOARD = "susde-daily";
/** A candidate with all its defaults. */
export const RESOLVED_CANDIDATE = {
  capital: "100000",
  components: [{
    strategyId: "yield-rsi",
    strategyParams: { field: "logYield", overbought: 70, oversold: 30, period: 14 },
    weightBps: 10_000,
  }],
  marketId: 1,
  timeframe: "daily" as const,
};

const season: Season = {
  seasonId: PATH_EXAMPLES.seasonId,
  title: "Autumn",
  boards: [BOARD],
  capital: "100000",
  paths: 512,
  opensAt: "2026-11-01T00:00:00Z",
  closesAt: "2026-11-15T00:00:00Z",
  entriesPerKey: 5,
  secretHash: "556e8a03b120591f3675b033c5e6fda4e1cfe43ad8b0a540d7928deaa7f60e2c",
  beacon: { network: "drand-quicknet", round: 23_456_789 },
  versions: {
    generatorVersion: 2,
    policyVersion: 1,
    formulaVersion: 2,
    catalogueHash: "d2504e52b8b07484a2b690e7ffaedeabe91320c09012844d0f7c81c2ec72e882",
    engineVersion: "0.9.0",
  },
  state: "open",
  counts: { [BOARD]: 1 },
  leaders: null,
  entriesLastHour: null,
  closedHead: null,
  voided: null,
  reveal: null,
  scoredAt: null,
};

const candidateHash = "e0b4f930c840fa0d22ef70c3374b53c5a801e5baa6ddb250487218c0b8475f31";
const keyTag = "ed66328505c7bcb7";
const salt = "3261b4a8fbe54b47c0109b1cc71a9cb5";
const acceptedAt = "2026-11-02T10:00:00Z";

const entered: Entered = {
  entry: {
    number: 1,
    board: BOARD,
    candidate: RESOLVED_CANDIDATE,
    candidateHash,
    name: "Carry 7",
    salt,
    keyTag,
    acceptedAt,
    state: "entered",
    leaf: "88f6f24521c2cd9acbf076d424844fe1758ef591282bff09d1e7c7ccc1dae3cb",
    result: null,
  },
  receipt: {
    payload: '{"kind":"arena-entry-1"}',
    keyId: "03396219237f75a6",
    signature:
      "zwvBvpOZ5nsDCzCvuSosJhld/rU77vJ6yrNwArjRvw4ATbtGwCeGBeHGaFkLXLJ55cKMQBRJ5fui5tkNwz8iDg==",
  },
};
const hidden: Entered = { ...entered, entry: { ...entered.entry, name: "" } };

/** Examples of seasons, written by hand because a server need not have a season. */
export const SEASON_EXAMPLES = {
  listSeasons: { response: answer({ seasons: [season] }) },
  enterSeason: {
    body: {
      candidate: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
      name: "Carry 7",
    },
    response: answer(entered),
  },
  listEntries: { response: answer({ entries: [entered], limit: 5 }) },
  hideEntryName: { response: answer(hidden) },
} satisfies DocumentExamples;

function answer(data: unknown): unknown {
  return { requestId: EXAMPLE_REQUEST_ID, status: "ok", data };
}
