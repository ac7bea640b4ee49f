// This module is browser compatible.

import {
  type Leaderboard,
  PASSIVE_LINE,
  type PracticeRow,
  type PublishRequest,
} from "../../contracts/leaderboard.ts";
import { PATH_EXAMPLES } from "../operation_definition.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";
import type { DocumentExamples } from "./openapi.ts";
import { RESOLVED_CANDIDATE } from "./season_examples.ts";

const { board, candidateHash } = PATH_EXAMPLES;
const name = "Carry 7";
const receipt = {
  payload: '{"kind":"arena-evaluation-1"}',
  keyId: "03396219237f75a6",
  signature:
    "zwvBvpOZ5nsDCzCvuSosJhld/rU77vJ6yrNwArjRvw4ATbtGwCeGBeHGaFkLXLJ55cKMQBRJ5fui5tkNwz8iDg==",
};

const hold: PracticeRow = { ...PASSIVE_LINE, line: "hold", score: 100, edge: 0 };
const row: PracticeRow = {
  ...hold,
  rank: 1,
  line: null,
  name,
  keyTag: "9da1b2530589bfba",
  candidate: RESOLVED_CANDIDATE,
  candidateHash,
  score: 130.4246557567568,
  edge: -0.0044,
  edgeInterval: [-0.0079, -0.0009],
  pAdjusted: 0.98,
  trials: 12,
  capitalScore: 0.041,
  evaluatedAt: "2026-11-03T00:00:00Z",
  publishedAt: "2026-11-03T00:10:00Z",
  others: 3,
  receipt,
};
const leaderboard: Leaderboard = {
  board,
  sort: "score",
  repeats: { score: 0.11, edge: 0.87 },
  total: 1,
  from: 0,
  rows: [row, hold],
};
const request: PublishRequest = { receipt, name };

/** Examples of practice boards, written by hand because a server need not have a row. */
export const LEADERBOARD_EXAMPLES = {
  getLeaderboard: { response: answer(leaderboard) },
  publish: {
    body: request,
    response: answer({ board, candidateHash, name, replaced: false }),
  },
  unpublish: { response: answer({ candidateHash, removed: true }) },
} satisfies DocumentExamples;

function answer(data: unknown): unknown {
  return { requestId: EXAMPLE_REQUEST_ID, status: "ok", data };
}
