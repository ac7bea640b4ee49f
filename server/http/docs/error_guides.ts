// This module is browser compatible.

import { ENGINE_VERSION } from "../../contracts/engine_constants.ts";
import { FAMILY_ID } from "../../contracts/scalar.ts";
import type { ErrorContext } from "../../errors.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";

/** What a page tells of a code. */
export interface ErrorGuide {
  /** What has happened, beyond the title. */
  readonly meaning: string;
  /** What to do about it, the most likely first. */
  readonly remedies: readonly string[];
  /** Detail and context of an occurrence, as the service words them. */
  readonly example: Omit<ErrorContext, "cause"> & {
    readonly detail: string;
    /** Path of its request; a summary simulation when left out. */
    readonly path?: string;
  };
}

const FAMILY_PATH = `/v1/families/${FAMILY_ID}`;
const EVALUATION_PATH = `${FAMILY_PATH}/evaluations`;

/** The guide to every code; a new code does not compile without one. */
export const ERROR_GUIDES: Readonly<Record<ErrorCode, ErrorGuide>> = {
  MALFORMED_JSON: {
    meaning: "The body is not JSON as RFC 8259 has it: UTF-8 without a byte order mark, no name " +
      "twice in an object, at most 32 levels deep. Nothing of it was used; it cost one unit.",
    remedies: [
      "Send what a JSON library prints, not a text put together by hand.",
      "Look at the byte that the detail names: it counts from 0.",
    ],
    example: { detail: "Cannot read JSON: a quoted name must be here, at byte 1" },
  },
  REQUEST_VALIDATION_FAILED: {
    meaning:
      "The body is JSON, but fields of it are not what the schema says. `fieldErrors` names the " +
      "first 64, each with a JSON Pointer and what is allowed. It cost one unit.",
    remedies: [
      "Correct every field that `fieldErrors` names; an unknown name must be left out.",
      'Send capital as a decimal string (`"100000"`), never as a number.',
      "Read the ranges of a strategy's parameters from its `/parameters`, or check against the " +
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
      "Check that nothing in between drops the header: proxies and redirects to another host do.",
    ],
    example: {
      detail: "Cannot authenticate: there is no x-api-key header, send one with your key",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  API_KEY_INVALID: {
    meaning: "The header `x-api-key` holds something that is no key of this service. Failed " +
      "attempts are counted by address: too many are answered 429.",
    remedies: [
      "Copy the whole key: `sa_`, 12 characters, `_`, 43 characters, no quotes or spaces.",
      "Check that the key was made for this server: another one does not know it.",
    ],
    example: {
      detail:
        "Cannot authenticate: the x-api-key header holds no known key, send one that is valid",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  API_KEY_INACTIVE: {
    meaning: "The key is genuine, but it was revoked, replaced by a rotation, or its time is over.",
    remedies: ["Ask the operator for a new key; a revoked one does not come back."],
    example: {
      detail: "Cannot use this API key: it is revoked, ask for a new one",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  SCOPE_INSUFFICIENT: {
    meaning: "The key is good, but it may not do this: it lacks `requiredScope`. It cost one unit.",
    remedies: [
      "Use a key that has the scope, or ask the operator for one.",
      "Each operation names its scope: `strategy:read`, `strategy:simulate` or `evaluation:run`.",
    ],
    example: {
      detail: "Cannot use this operation: the key has no scope, needs strategy:read",
      path: `${FAMILY_PATH}/markets`,
      members: { requiredScope: "strategy:read" },
    },
  },
  NOT_FOUND: {
    meaning:
      "No operation has this path. Paths are compared letter by letter, and a slash at the " +
      "end makes another path. Under /v1/ it cost one unit.",
    remedies: ["Compare the path with the reference: `GET /openapi/v1.json` has them all."],
    example: {
      detail: "Cannot find /v1/markets: see GET /openapi/v1.json for the paths",
      path: "/v1/markets",
    },
  },
  STRATEGY_NOT_FOUND: {
    meaning: "The path is right, but no strategy has the id in it.",
    remedies: ["Take the id from `GET " + FAMILY_PATH + "/strategies`."],
    example: {
      detail: 'Cannot find the strategy "no-such": it is not in the catalogue, see ' +
        `GET ${FAMILY_PATH}/strategies`,
      path: `${FAMILY_PATH}/strategies/no-such`,
    },
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The path takes other methods, see the header `Allow`. Under /v1/ it cost one unit.",
    remedies: ["Send reads with GET, simulations and evaluations with POST."],
    example: {
      detail: "Cannot GET here: must be one of POST",
      path: EVALUATION_PATH,
      headers: { "Allow": "POST" },
    },
  },
  REQUEST_TIMEOUT: {
    meaning: "The body was not complete within the deadline of 10 seconds, or the connection " +
      "broke. The slot was given back; the connection is closed.",
    remedies: [
      "Make the body first and then send it in one piece.",
      "Evaluate the summary view instead of the full one: it is a thousandth of the size and gives " +
      "the same score.",
    ],
    example: { detail: "Cannot read the body: it is not complete after 10000 ms, send it faster" },
  },
  SIMULATION_STALE: {
    meaning: "The payload was made by another version of the engine, the policy or a dataset, so " +
      "its replay would compare two different things. `path` names what differs.",
    remedies: ["Run the simulation again and evaluate its new `data`."],
    example: {
      detail:
        "Cannot evaluate: evidence engineVersion is not the current one, run the simulation again",
      path: EVALUATION_PATH,
      members: { path: "/evidence/engineVersion", expected: ENGINE_VERSION, received: "0.0.0" },
    },
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body is longer than the operation takes: 64 KiB for a simulation, 8 MiB for an " +
      "evaluation, unless the operator has set it otherwise. `limit` has the bytes.",
    remedies: [
      "Send only the fields of the schema: an `executionConfig` is ignored anyway.",
      "Evaluate the summary view instead of the full one.",
    ],
    example: {
      detail: "Cannot read the body: it is over 65536 bytes, must be at most that",
      members: { limit: 65_536 },
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body is announced as something else than plain JSON in UTF-8, or as compressed.",
    remedies: [
      "Send `Content-Type: application/json`.",
      "Send the body as it is, without `Content-Encoding`.",
    ],
    example: {
      detail: "Cannot read the body: Content-Type is text/plain, must be application/json",
    },
  },
  STRATEGY_MISSING_REQUIRED_FEATURE: {
    meaning: "The candidate is well formed, but a strategy of it reads a column that the dataset " +
      "of the market does not have. `marketIds` has the markets that offer it.",
    remedies: [
      "Choose a market of `marketIds`.",
      "Choose a strategy whose `runnableOn` has your market.",
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
      "The payload was replayed, and the replay gives something else: it was edited, or cut " +
      "off, or numbers of it lost digits. `path` names the first difference.",
    remedies: [
      "Send the `data` of a simulation answer unchanged; order and spacing do not matter.",
      "Keep all digits: read and print numbers as 64-bit floats.",
    ],
    example: {
      detail: "Cannot evaluate: the replay differs at /metrics/sharpe: received 9, expected null",
      path: EVALUATION_PATH,
      members: { path: "/metrics/sharpe", expected: "null", received: "9" },
    },
  },
  COMPUTE_BUDGET_EXCEEDED: {
    meaning:
      "The key has used its compute units of this second: 50, unless the operator has set it " +
      "otherwise. A read and an evaluation cost 1, a simulation 10 for each component, a request for " +
      "what is not there or not allowed 1. The refusal cost nothing.",
    remedies: [
      "Wait as long as `Retry-After` says; `retryAfterMs` is the same to the millisecond.",
      "Read `RateLimit` on every answer: `r` units are left, all are there again after `t` seconds.",
      "Without `Retry-After` the request costs more than the whole budget: send fewer components.",
    ],
    example: {
      detail: "Cannot run the request: it costs 1 compute units, 0 of 50 are left in this second",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 1000,
      members: { policy: "compute", limit: 50, cost: 1, remaining: 0 },
    },
  },
  CONCURRENCY_LIMIT_EXCEEDED: {
    meaning: "As many requests of this kind as the key may have at once are in flight: 2 " +
      "simulations, 4 evaluations, unless the operator has set it otherwise. A request counts until " +
      "its run is done, also when its client has gone. The refusal cost nothing.",
    remedies: [
      "Send the next request when the answer to one before it is there: then this never happens.",
      "Share the key between fewer programs, or give each its own.",
    ],
    example: {
      detail: "Cannot take the request: 2 simulations of this key are in flight, no more may be",
      retryAfterMs: 1000,
      members: { policy: "simulations", limit: 2, remaining: 0 },
    },
  },
  RATE_LIMIT_EXCEEDED: {
    meaning:
      "Too many requests from this address had no valid key. Requests with a valid key are " +
      "answered all the while.",
    remedies: ["Correct the key, and stop sending the wrong one."],
    example: {
      detail:
        "Cannot authenticate: too many attempts from this address have failed, wait or send " +
        "a valid key",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 60_000,
      members: { policy: "authentication" },
    },
  },
  INTERNAL_UNEXPECTED: {
    meaning: "A fault of the service, not of the request. Its log has the reason.",
    remedies: [
      "Try once more: a broken engine replaces itself.",
      "When it stays, send the operator the `requestId`.",
    ],
    example: {
      detail: "Cannot answer the request: an unexpected error happened, the log has it",
      path: `${FAMILY_PATH}/markets`,
    },
  },
  RUN_TIMEOUT: {
    meaning: "The run was ended because it took far longer than any run should: a fault of the " +
      "service, which its log has. The units are spent, and the same request would end the same.",
    remedies: [
      "Do not send the same request again; send the operator the `requestId`.",
      "Try other parameters, or fewer components.",
    ],
    example: { detail: "Cannot finish the run: it took over 5000 ms, must take less" },
  },
  DATA_DATASET_NOT_FOUND: {
    meaning: "The service lacks an official dataset that it should have. Its log has the reason.",
    remedies: ["Send the operator the `requestId`."],
    example: { detail: "Cannot run the engine: the log has the reason" },
  },
  AUTH_UNAVAILABLE: {
    meaning:
      "The store of keys does not answer, so the key could not be looked up. Keys that were " +
      "used a moment ago still work.",
    remedies: ["Wait as long as `Retry-After` says and send the same request again."],
    example: {
      detail: "Cannot check the API key: its store is out of reach",
      path: `${FAMILY_PATH}/markets`,
      retryAfterMs: 1000,
    },
  },
  OVERLOADED: {
    meaning:
      "Every engine is busy and the queue before them has no place left for this key, or too many " +
      "bodies are being read. The request was not begun and cost nothing.",
    remedies: ["Wait as long as `Retry-After` says and send the same request again."],
    example: {
      detail: "Cannot run the request: every engine is busy, try again",
      retryAfterMs: 1000,
    },
  },
  SHUTTING_DOWN: {
    meaning: "This process finishes what it has and takes no more.",
    remedies: ["Send the same request again: another process, or the next one, takes it."],
    example: {
      detail: "Cannot take the request: the service is stopping",
      retryAfterMs: 1000,
    },
  },
};
