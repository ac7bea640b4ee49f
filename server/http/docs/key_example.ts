// This module is browser compatible.

import type { Key } from "../../contracts/types.ts";
import { PATH_EXAMPLES } from "../operation_definition.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";
import type { DocumentExamples } from "./openapi.ts";
import { quota } from "./search_examples.ts";

const key: Key = {
  keyId: "0123456789ab",
  name: "quant",
  scopes: ["strategy:read", "strategy:simulate", "evaluation:run"],
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: null,
  limits: {
    unitsPerSecond: 50,
    unitsLeft: 49,
    simulationsInFlight: 2,
    simulationsLeft: 2,
    evaluationsInFlight: 4,
    evaluationsLeft: 4,
  },
  searches: quota,
  tries: [{ datasetHash: "9".repeat(64), marketId: 1, timeframe: "hourly", evaluated: 12 }],
  entries: [{ seasonId: PATH_EXAMPLES.seasonId, entries: 1, limit: 5 }],
  publications: [{ datasetHash: "9".repeat(64), rows: 1, limit: 20 }],
};

/** The example of a key that looks at itself, written by hand: a document has no key. */
export const KEY_EXAMPLE = {
  getKey: { response: { requestId: EXAMPLE_REQUEST_ID, status: "ok", data: key } },
} satisfies DocumentExamples;
