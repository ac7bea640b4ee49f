// This module is browser compatible.

import { FAMILY_ID } from "../../contracts/scalar.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";
import type { ErrorGuide } from "./error_guide.ts";
import { SEARCH_GUIDES } from "./search_guides.ts";
import { SEASON_GUIDES } from "./season_guides.ts";

const FAMILY_PATH = `/v1/families/${FAMILY_ID}`;
const EVALUATION_PATH = `${FAMILY_PATH}/evaluations`;

/** The guide to every code. A code without a guide does not compile. */
export const ERROR_GUIDES: Readonly<Record<ErrorCode, ErrorGuide>> = {
  ...SEARCH_GUIDES,
  ...SEASON_GUIDES,
  MALFORMED_JSON: {
    meaning: "The body is not strict JSON (RFC 8259): UTF-8 without a byte order mark, no name " +
      "twice in an object, at most 32 levels deep. The body was not used; the request cost one unit.",
    remedies: [
      "Send the output of a JSON library, not text that was put together by hand.",
      "Look at the byte named in `detail`; the first byte is 0.",
    ],
    example: { detail: "Cannot read JSON: a quoted name must be here, at byte 1" },
  },
  REQUEST_VALIDATION_FAILED: {
    meaning: "The body is JSON, but some fields do not match the schema. `fieldErrors` lists the " +
      "first 64 with a JSON Pointer and the accepted values. The request cost one unit.",
    remedies: [
      "Correct every field in `fieldErrors`; leave unknown fields out.",
      'Send capital as a decimal string (`"100000"`), never as a number.',
      "Read the ranges of a strategy's parameters from its `/parameters`, or validate with the " +
      "JSON Schema there.",
    ],
    example: {
      detail: "Cannot simulate: 2 fields are wrong, see fieldErrors",
      fieldErrors: [
        { path: "/marketId", code: "required", message: "is missing, must be one of 1, 2, 3" },
        { path: "/timeframe", code: "not_allowed", message: "is 7, must be one of hourly, daily" },
      ],
    },
  },
  API_KEY_MISSING: {
    meaning: "Every path under /v1/ needs an API key, and the request has none.",
    remedies: [
      "Send the header `x-api-key` with your key.",
      "Check that no proxy or redirect on the way drops the header.",
    ],
    example: {
      detail: "Cannot authenticate: the x-api-key header is missing, send it with your key",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  API_KEY_INVALID: {
    meaning: "The header `x-api-key` does not hold a key of this service. Failed attempts are " +
      "counted by address; after too many, the response is 429.",
    remedies: [
      "Copy the whole key: `sa_`, 12 characters, `_`, 43 characters, no quotes or spaces.",
      "Check that the key was created on this server.",
    ],
    example: {
      detail: "Cannot authenticate: the x-api-key header holds an unknown key, send a valid one",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  API_KEY_INACTIVE: {
    meaning: "The key was valid, but it was revoked, replaced by a rotation, or has expired.",
    remedies: ["Ask the operator for a new key; a revocation is final."],
    example: {
      detail: "Cannot use this API key: it is revoked, ask for a new one",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  SCOPE_INSUFFICIENT: {
    meaning: "The key is valid but lacks the scope `requiredScope`. The request cost one unit.",
    remedies: [
      "Use a key that has the scope, or ask the operator for one.",
      "Each operation documents its scope, such as `strategy:read`.",
    ],
    example: {
      detail:
        "Cannot use this operation: the key has no scope, needs strategy:read; the operator " +
        "adds it by keys update ID --scopes",
      path: `${FAMILY_PATH}/markets`,
      members: { requiredScope: "strategy:read" },
    },
  },
  NOT_FOUND: {
    meaning:
      "No operation has this path. Paths are case-sensitive, and a path with a trailing slash " +
      "is a different path. Under /v1/ the request cost one unit.",
    remedies: ["Compare the path with the reference: `GET /openapi/v1.json` lists all paths."],
    example: {
      detail: "Cannot find /v1/markets: see GET /openapi/v1.json for the paths",
      path: "/v1/markets",
    },
  },
  STRATEGY_NOT_FOUND: {
    meaning: "No strategy has the id in the path.",
    remedies: ["Take the id from `GET " + FAMILY_PATH + "/strategies`."],
    example: {
      detail: 'Cannot find the strategy "no-such": it is not in the catalogue, see ' +
        `GET ${FAMILY_PATH}/strategies`,
      path: `${FAMILY_PATH}/strategies/no-such`,
    },
  },
  METHOD_NOT_ALLOWED: {
    meaning:
      "The path exists but does not accept this method; the header `Allow` lists the accepted " +
      "methods. Under /v1/ the request cost one unit.",
    remedies: ["Send reads with GET, simulations and evaluations with POST."],
    example: {
      detail: "Cannot GET this path: must be one of POST",
      path: EVALUATION_PATH,
      headers: { "Allow": "POST" },
    },
  },
  REQUEST_TIMEOUT: {
    meaning: "The body was not complete within the deadline of 10 seconds, or the connection " +
      "broke. The slot is free again; the connection is closed.",
    remedies: [
      "Build the whole body first, then send it at once.",
      "Evaluate the summary view instead of the full view: its body is a thousandth of the size " +
      "and gives the same score.",
    ],
    example: { detail: "Cannot read the body: it is not complete after 10000 ms, send it faster" },
  },
  SIMULATION_STALE: {
    meaning:
      "The payload was made with another version of the engine, the formula, the policy, the " +
      "generator or a dataset, so a replay cannot reproduce it. `path` names the difference.",
    remedies: ["Run the simulation again and evaluate its new `data`."],
    example: {
      detail: "Cannot evaluate: evidence formulaVersion is 1, must be 2, run the simulation again",
      path: EVALUATION_PATH,
      members: { path: "/evidence/formulaVersion", expected: "2", received: "1" },
    },
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body is longer than the limit of the operation: 64 KiB for a simulation, 256 " +
      "for a batch, 8 MiB for an evaluation, unless the operator configured other limits. `limit` has the bytes.",
    remedies: [
      "Send only the fields of the schema; an `executionConfig` is ignored.",
      "Evaluate the summary view instead of the full one.",
    ],
    example: {
      detail: "Cannot read the body: it is too long, must be at most 65536 bytes",
      members: { limit: 65_536 },
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The headers declare a media type other than JSON in UTF-8, or a compressed body.",
    remedies: [
      "Send `Content-Type: application/json`.",
      "Send the body uncompressed, without `Content-Encoding`.",
    ],
    example: {
      detail: "Cannot read the body: Content-Type is text/plain, must be application/json",
    },
  },
  STRATEGY_MISSING_REQUIRED_FEATURE: {
    meaning:
      "The candidate is valid, but one of its strategies needs a column that the dataset of " +
      "the market does not have. `marketIds` lists the markets with the column.",
    remedies: [
      "Choose a market from `marketIds`.",
      "Choose a strategy whose `runnableOn` includes your market.",
    ],
    example: {
      detail:
        'Cannot simulate "term-slope": market 2 has no termStructure, markets that have it: 1',
      members: {
        feature: "termStructure",
        marketId: 2,
        marketIds: [1],
        strategyId: "term-slope",
      },
    },
  },
  SIMULATION_MISMATCH: {
    meaning:
      "The replay of the payload gives a different result: the payload was edited or truncated, or " +
      "its numbers lost digits. `path` names the first difference.",
    remedies: [
      "Send the `data` of a simulation response unchanged; order, spacing and the spelling of numbers " +
      "and instants do not matter.",
      "Keep all digits: parse and print numbers as 64-bit floats.",
    ],
    example: {
      detail: "Cannot evaluate: the replay differs at /metrics/sharpe: received 9, expected null",
      path: EVALUATION_PATH,
      members: { path: "/metrics/sharpe", expected: "null", received: "9" },
    },
  },
  COMPUTE_BUDGET_EXCEEDED: {
    meaning:
      "The key has used its compute units of this second: 50, unless the operator configured " +
      "another number. A read or an evaluation costs 1, an evaluation of texts 30, a simulation or an " +
      "entry of a season 10 per component, a request for something that does not exist or is not allowed 1. The rejected " +
      "request cost nothing.",
    remedies: [
      "Wait for the seconds in `Retry-After`; `retryAfterMs` has milliseconds.",
      "Read `RateLimit` on every response: `r` units are left, all are available after `t` seconds.",
      "Without `Retry-After`, the request costs more than the whole budget: send fewer components.",
    ],
    example: {
      detail: "Cannot run the request: it costs 1 compute units, 0 of 50 are left in this second",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 1000,
      members: { policy: "compute", limit: 50, cost: 1, remaining: 0 },
    },
  },
  CONCURRENCY_LIMIT_EXCEEDED: {
    meaning:
      "The key has its maximum number of requests of this kind in flight: 2 simulations and 4 " +
      "evaluations, unless the operator configured other limits. A request counts until its run " +
      "ends, even if the client has disconnected. The rejected request cost nothing.",
    remedies: [
      "Send the next request after the response to an earlier one.",
      "Share the key between fewer programs, or use a key per program.",
    ],
    example: {
      detail:
        "Cannot take the request: 2 simulations of this key are in flight, which is the maximum",
      retryAfterMs: 1000,
      members: { policy: "simulations", limit: 2, remaining: 0 },
    },
  },
  RATE_LIMIT_EXCEEDED: {
    meaning:
      "This address has sent too many requests without a valid key, 10 a minute by default, or " +
      "read too much below /arena/: 6,000 units a minute by default, one for each request and " +
      "for each 64 KiB. Valid keys still work.",
    remedies: ["Correct the key, and stop sending the wrong one; wait before reading on."],
    example: {
      detail:
        "Cannot authenticate: 10 attempts from this address have failed within a minute, which " +
        "is the maximum; wait or send a valid key",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 60_000,
      members: { policy: "authentication", limit: 10 },
    },
  },
  INTERNAL_UNEXPECTED: {
    meaning: "The service failed, not the request. The log of the service has the reason.",
    remedies: [
      "Try once more: a broken engine is replaced.",
      "If the error persists, send the operator the `requestId`.",
    ],
    example: {
      detail: "Cannot answer the request: an unexpected error happened, the log has it",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  RUN_TIMEOUT: {
    meaning:
      "The run was stopped because it took far longer than any run should, which is a fault of the " +
      "service. Its log has the reason. The units are spent, and a retry would fail in the same way.",
    remedies: [
      "Do not send the same request again; send the operator the `requestId`.",
      "Try other parameters, or fewer components.",
    ],
    example: { detail: "Cannot finish the run: it took over 5000 ms, must take less" },
  },
  DATA_DATASET_NOT_FOUND: {
    meaning: "An official dataset is missing. The log of the service has the reason.",
    remedies: ["Send the operator the `requestId`."],
    example: { detail: "Cannot run the engine: the log has the reason" },
  },
  AUTH_UNAVAILABLE: {
    meaning:
      "The store of keys and of their trials does not respond, so the key could not be checked, or an " +
      "evaluation not be counted. Recently used keys still work.",
    remedies: ["Wait for the seconds in `Retry-After`, then send the same request again."],
    example: {
      detail: "Cannot check the API key: its store is unreachable",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 1000,
    },
  },
  OVERLOADED: {
    meaning:
      "Every engine is busy and the queue has no room for this key, or too many bodies are being " +
      "read: the request cost nothing. Or a store is out of reach, and the request cost its units.",
    remedies: ["Wait for the seconds in `Retry-After`, then send the same request again."],
    example: {
      detail: "Cannot run the request: every engine is busy, try again",
      retryAfterMs: 1000,
    },
  },
  SHUTTING_DOWN: {
    meaning: "This process is stopping: it finishes running requests and accepts no new ones.",
    remedies: [
      "Send the same request again: another process, or this one after its restart, accepts it.",
    ],
    example: {
      detail: "Cannot take the request: the service is stopping",
      retryAfterMs: 1000,
    },
  },
};
