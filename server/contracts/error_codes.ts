// This module is browser compatible.

/** The constant part of a problem with a code. */
export interface ErrorDefinition {
  /** The HTTP status. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Short sentence on the problem type; the same for every occurrence. */
  readonly title: string;
  /** Headers of every response with this code. */
  readonly headers?: Readonly<Record<string, string>>;
}

const CHALLENGE = { "WWW-Authenticate": 'ApiKey realm="strategy-arena"' };

/** Every public error code, in the order of the statuses. */
export const ERROR_CODES = {
  MALFORMED_JSON: { status: 400, title: "The body is not strict JSON" },
  REQUEST_VALIDATION_FAILED: { status: 400, title: "A field of the request is wrong" },
  API_KEY_MISSING: { status: 401, title: "The API key is missing", headers: CHALLENGE },
  API_KEY_INVALID: { status: 401, title: "The API key is not valid", headers: CHALLENGE },
  API_KEY_INACTIVE: { status: 403, title: "The API key is revoked or expired" },
  SCOPE_INSUFFICIENT: { status: 403, title: "The API key lacks the required scope" },
  NOT_FOUND: { status: 404, title: "No such path" },
  STRATEGY_NOT_FOUND: { status: 404, title: "No such strategy" },
  SEARCH_NOT_FOUND: { status: 404, title: "No such search" },
  SEASON_NOT_FOUND: { status: 404, title: "No such season" },
  METHOD_NOT_ALLOWED: { status: 405, title: "The path does not take this method" },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The body did not arrive in time",
    headers: { "Connection": "close" },
  },
  IDEMPOTENCY_KEY_REUSED: { status: 409, title: "The Idempotency-Key came with another request" },
  SIMULATION_STALE: { status: 409, title: "The simulation is of another version" },
  SEARCH_POINTS_MISSING: { status: 409, title: "The search has no points to read" },
  SEASON_NOT_OPEN: { status: 409, title: "The season takes no entries now" },
  PAYLOAD_TOO_LARGE: { status: 413, title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The body is not plain JSON",
    headers: { "Accept-Post": "application/json", "Accept-Encoding": "identity" },
  },
  STRATEGY_MISSING_REQUIRED_FEATURE: {
    status: 422,
    title: "The market does not offer a feature that the strategy needs",
  },
  RECEIPT_INVALID: { status: 422, title: "The receipt is not one that this key can publish" },
  SIMULATION_MISMATCH: { status: 422, title: "The replay gives another result" },
  COMPUTE_BUDGET_EXCEEDED: { status: 429, title: "The compute budget is used up" },
  CONCURRENCY_LIMIT_EXCEEDED: { status: 429, title: "Too many requests are in flight" },
  SEARCH_QUOTA_EXCEEDED: { status: 429, title: "The quota of searches is used up" },
  ENTRY_QUOTA_EXCEEDED: { status: 429, title: "The key has all its entries" },
  RATE_LIMIT_EXCEEDED: { status: 429, title: "Too many requests without a key" },
  INTERNAL_UNEXPECTED: { status: 500, title: "Something unexpected happened" },
  RUN_TIMEOUT: { status: 500, title: "The run did not come to an end" },
  DATA_DATASET_NOT_FOUND: { status: 500, title: "An official dataset is not available" },
  AUTH_UNAVAILABLE: { status: 503, title: "Authentication is not available" },
  OVERLOADED: { status: 503, title: "The service is overloaded" },
  SHUTTING_DOWN: { status: 503, title: "The service is stopping" },
} as const satisfies Record<string, ErrorDefinition>;

/** One of the public error codes. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Every public error code. */
export const ERROR_CODE_NAMES = Object.keys(ERROR_CODES) as ErrorCode[];

/** Returns the definition of a code. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return ERROR_CODES[code];
}
