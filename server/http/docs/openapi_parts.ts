// This module is browser compatible.

import { ERROR_CODE_NAMES } from "../../contracts/error_codes.ts";
import { API_VERSION } from "../../contracts/api_version.ts";
import { AIM_TEXT, COST_TEXT, TRIES_TEXT, WINDOWS_TEXT } from "../../wording/agents.ts";
import { EXAMPLE_REQUEST_ID } from "./example_problem.ts";
import { PATH_EXAMPLES, type PathParameter } from "../operation_definition.ts";

type Json = Record<string, unknown>;

/** Title, version and description of the service. */
export const ABOUT = {
  title: "Strategy arena",
  version: API_VERSION,
  summary: "Build strategy candidates, run them on official datasets and score them",
  description: [
    "Read the markets and strategies, run a candidate in one of three views, and send the `data` of " +
    "the response to the evaluation; `POST .../searches` runs thousands of candidates a second.",
    AIM_TEXT,
    TRIES_TEXT,
    WINDOWS_TEXT,
    COST_TEXT,
    "An eligible candidate is a hypothesis about this generator until it is confirmed on hidden paths.",
    "Every response is an envelope or a problem (RFC 9457); clients branch on the status and then on " +
    "`code`. Every GET path also accepts HEAD, and every path OPTIONS: a page of any origin may call " +
    "the service. Examples are responses of this server, with lists shortened to their first two " +
    "elements. Programs that read prose begin at /llms.txt.",
    "Generators of clients read this document as it is; openapi-typescript takes members with a default " +
    "for required unless it is run as `openapi-typescript --default-non-nullable=false`, and " +
    "typescript-fetch of openapi-generator drops the events of a bare trades view: send that one as " +
    "`{data}` or `{simulation}`.",
  ].join("\n\n"),
  license: { name: "MIT", identifier: "MIT" },
};

/** The groups of operations. */
export const TAGS = [
  { name: "health", description: "Liveness and readiness of the process" },
  { name: "catalog", description: "The family, its markets and its strategies" },
  { name: "simulations", description: "Runs of a candidate" },
  { name: "evaluations", description: "Scores and verdicts of simulations" },
  { name: "searches", description: "Plans of many candidates, run in the background" },
  { name: "leaderboard", description: "Practice boards on public data" },
  { name: "key", description: "What the key of the request may do, has done, and has left" },
  { name: "seasons", description: "Rounds on hidden paths, and the entries of the key" },
  { name: "document", description: "This document, for programs and for people" },
];

const text = { type: "string" };

/** Every response header of the contract. */
export const HEADERS = {
  "x-request-id": {
    description: "Id of the request: the caller's, or a new one",
    required: true,
    schema: text,
    example: EXAMPLE_REQUEST_ID,
  },
  "RateLimit-Policy": {
    description: "The limits of the key: compute units (`q`) in a window of seconds (`w`), and " +
      "how many simulations and evaluations may be in flight (draft-ietf-httpapi-ratelimit-headers)",
    schema: text,
    example: '"compute";q=50;w=1;arena-unit="compute-units", ' +
      '"simulations";q=2;qu="concurrent-requests", "evaluations";q=4;qu="concurrent-requests"',
  },
  "RateLimit": {
    description: "The rest of each limit (`r`), and the seconds until all compute units are " +
      "available again (`t`; absent when they are)",
    schema: text,
    example: '"compute";r=40;t=1, "simulations";r=2, "evaluations";r=4',
  },
  "Retry-After": {
    description: "Seconds after which to try again; absent when waiting cannot help",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  "ETag": {
    description: "Validator for `If-None-Match`. Weak where each response has its own requestId",
    schema: text,
    example: 'W/"2f1d9c0c7a5e4b3f8d6a1e0b9c7d5a3f"',
  },
  "Cache-Control": {
    description: "`no-store`, or a cache that must revalidate",
    schema: text,
    example: "private, no-cache",
  },
  "WWW-Authenticate": {
    description: "How to authenticate",
    schema: text,
    example: 'ApiKey realm="strategy-arena"',
  },
  "Allow": {
    description: "Methods that the path accepts",
    schema: text,
    example: "GET, HEAD",
  },
  "Accept-Post": {
    description: "Media type that the body must have",
    schema: text,
    example: "application/json",
  },
  "Accept-Encoding": {
    description: "Coding that the body must have",
    schema: text,
    example: "identity",
  },
  "Connection": {
    description: "The server closes the connection",
    schema: text,
    example: "close",
  },
} as const satisfies Json;

/** Name of a header of the document. */
export type HeaderName = keyof typeof HEADERS;

const PATH_PARAMETERS = {
  strategyId: {
    description: "Id of a strategy of the catalogue",
    schema: { type: "string", minLength: 1, maxLength: 64 },
  },
  code: {
    description: "Code of a problem",
    schema: { type: "string", enum: ERROR_CODE_NAMES },
  },
  board: {
    description: "A market and a timeframe",
    schema: { type: "string", maxLength: 80 },
  },
  candidateHash: {
    description: "Hash of a candidate, 64 hexadecimal digits",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  seasonId: {
    description: "Id of a season",
    schema: { type: "string", minLength: 3, maxLength: 40 },
  },
  number: {
    description: "Number of an entry in its season",
    schema: { type: "string", pattern: "^[1-9][0-9]{0,8}$" },
  },
  searchId: {
    description: "Id of a search of the key",
    schema: { type: "string", minLength: 1, maxLength: 64 },
  },
} as const satisfies Record<PathParameter, Json>;

/** Every parameter of a path or header; `x-api-key` is the security scheme. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(PATH_PARAMETERS).map(([name, parameter]) => [name, {
      name,
      in: "path",
      required: true,
      ...parameter,
      example: PATH_EXAMPLES[name as PathParameter],
    }]),
  ),
  sort: {
    name: "sort",
    in: "query",
    description: "The order: by the score on one path, or by the edge on many",
    schema: { type: "string", enum: ["score", "edge"], default: "score" },
    example: "edge",
  },
  eligible: {
    name: "eligible",
    in: "query",
    description: "Whether to leave out candidates that are not eligible",
    schema: { type: "string", enum: ["false", "true"], default: "false" },
    example: "true",
  },
  from: {
    name: "from",
    in: "query",
    description: "Number of rows before the page",
    schema: { type: "integer", minimum: 0, default: 0 },
    example: 1000,
  },
  most: {
    name: "most",
    in: "query",
    description: "Maximum rows of the page",
    schema: { type: "integer", minimum: 1, maximum: 10_000, default: 1_000 },
    example: 1000,
  },
  "most-of-board": {
    name: "most",
    in: "query",
    description: "Maximum rows of the page",
    schema: { type: "integer", minimum: 1, maximum: 200, default: 200 },
    example: 100,
  },
  "x-request-id": {
    name: "x-request-id",
    in: "header",
    description: "Echoed when it is 1 to 255 characters of `A-Z a-z 0-9 _ = -`, otherwise replaced",
    schema: text,
    example: EXAMPLE_REQUEST_ID,
  },
  "idempotency-key": {
    name: "idempotency-key",
    in: "header",
    description: "1 to 128 printable characters of the caller's choice, such as a UUID. The same " +
      "request with the same key is about the same thing for a day, however often it is sent",
    schema: { type: "string", pattern: "^[!-~]{1,128}$" },
    example: "1f0e5a52-9c1d-4f0e-8a53-6b7f1f9f4f11",
  },
  "if-none-match": {
    name: "if-none-match",
    in: "header",
    description: "Entity tags that the caller has; the response is 304 when one is current",
    schema: text,
    example: 'W/"2f1d9c0c7a5e4b3f8d6a1e0b9c7d5a3f"',
  },
};
