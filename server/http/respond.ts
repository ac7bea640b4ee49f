import { redactKeys } from "../auth/redact.ts";
import { type AppContext, type Deps, stateOf } from "./context.ts";
import { enclosed } from "../engine/answer.ts";
import type { Bytes } from "../engine/engine.ts";
import { errorDefinition } from "../contracts/error_codes.ts";
import { ARROW_TYPE } from "./operation_definition.ts";
import { type ProblemResponse, toApiError, toProblem } from "./problem.ts";
import { policyField, remainingField } from "../limits/headers.ts";
import { joinBytes } from "../base/join_bytes.ts";
import type { Published } from "../services/published.ts";

type Headers = Readonly<Record<string, string>>;

const encoder = new TextEncoder();

/** A page of any origin may read responses and all of their headers. */
const CORS = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*" };
const JSON_TYPE = { "Content-Type": "application/json" };
/** No response is read as another type than its own, and any page may load any of them. */
const ALWAYS = {
  ...CORS,
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};
const STYLE_HEADERS = { "Content-Type": "text/css; charset=utf-8" };
const TEXT_HEADERS = { "Content-Type": "text/markdown; charset=utf-8" };
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
};
const PROBLEM_TYPE = { "Content-Type": "application/problem+json" };
const NO_STORE = { "Cache-Control": "no-store" };
const PRIVATE = { "Cache-Control": "private, no-cache" };
const PUBLIC = { "Cache-Control": "public, no-cache", "Vary": "Accept-Encoding" };

/** Responds with the envelope around finished bytes. */
export function respond(
  c: AppContext,
  deps: Deps,
  payload: Uint8Array,
  status: 200 | 201 | 202 = 200,
): Response {
  const headers = { ...limitHeaders(c, deps), ...NO_STORE, ...JSON_TYPE };
  return send(c, status, headers, envelope(stateOf(c).requestId, payload));
}

/** Returns the `data` of a batch; an error is the problem that it would be alone. */
export function batchPayload(
  c: AppContext,
  results: readonly PromiseSettledResult<Uint8Array>[],
): Bytes {
  const entries = results.map((result) => {
    if (result.status === "fulfilled") return enclosed('{"simulation":', result.value);
    const { problem } = problemOf(c, result.reason);
    return encoder.encode(redactKeys(JSON.stringify({ error: problem })));
  });
  const listed = entries.flatMap((entry, at) => [at === 0 ? "" : ",", entry]);
  return joinBytes('{"results":[', ...listed, "]}");
}

/** Responds with a stream of Apache Arrow, which has no envelope. */
export function respondArrow(c: AppContext, deps: Deps, table: Bytes): Response {
  return send(c, 200, { ...limitHeaders(c, deps), ...NO_STORE, "Content-Type": ARROW_TYPE }, table);
}

/** Responds with a stream that is read at the caller's pace. */
export function respondStream(
  c: AppContext,
  deps: Deps,
  type: string,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = { ...limitHeaders(c, deps), ...NO_STORE, "Content-Type": type };
  return send(c, 200, headers, stream);
}

/**
 * Responds with the envelope around published bytes, or with 304. The validator is weak because every
 * response has a different requestId.
 */
export function respondPublished(c: AppContext, deps: Deps, published: Published): Response {
  const headers = { ...limitHeaders(c, deps), ...PRIVATE, "ETag": `W/${published.etag}` };
  if (isNotModified(c, published)) return send(c, 304, headers, null);
  return send(
    c,
    200,
    { ...headers, ...JSON_TYPE },
    envelope(stateOf(c).requestId, published.bytes),
  );
}

/**
 * Responds with published bytes, without an envelope and without a key, in the best coding that the
 * caller accepts. Each coding has its own strong validator.
 */
export async function respondPublic(
  c: AppContext,
  { codedBodies }: Deps,
  published: Published,
  typeHeaders: Headers = JSON_TYPE,
): Promise<Response> {
  const { bytes, etag } = published;
  if (isNotModified(c, published)) return send(c, 304, { ...PUBLIC, "ETag": etag }, null);
  const file = { read: () => Promise.resolve(bytes) };
  const accepted = c.req.header("accept-encoding") ?? "";
  const { bytes: coded, coding } = published.isForOnce
    ? { bytes, coding: null }
    : await codedBodies.body(`${c.req.path} ${etag}`, file, accepted);
  const headers = coding === null
    ? { "ETag": etag }
    : { "ETag": etag.replace(/"$/, `-${coding}"`), "Content-Encoding": coding };
  return send(c, 200, { ...PUBLIC, ...headers, ...typeHeaders }, coded);
}

/** Responds with a page, which has no script and only the style sheet of this server. */
export function respondPage(c: AppContext, deps: Deps, published: Published): Promise<Response> {
  return respondPublic(c, deps, published, PAGE_HEADERS);
}

export function respondStyle(c: AppContext, deps: Deps, published: Published): Promise<Response> {
  return respondPublic(c, deps, published, STYLE_HEADERS);
}

/** Responds with the status, type and body of another handler's answer. */
export function forwarded(
  c: AppContext,
  deps: Deps,
  response: Response,
  body: Bytes,
): Response {
  const type = response.headers.get("content-type");
  const headers = { ...limitHeaders(c, deps), ...NO_STORE, ...(type && { "Content-Type": type }) };
  return send(c, response.status, headers, body);
}

/** Responds with a text for programs that read prose. */
export function respondText(c: AppContext, deps: Deps, published: Published): Promise<Response> {
  return respondPublic(c, deps, published, TEXT_HEADERS);
}

/** Responds with a small value that must not be cached. */
export function respondUncached(c: AppContext, value: unknown): Response {
  return send(c, 200, { ...NO_STORE, ...JSON_TYPE }, encoder.encode(JSON.stringify(value)));
}

/** Responds with the problem of an error. */
export function respondProblem(c: AppContext, deps: Deps, thrown: unknown): Response {
  const { problem, headers } = problemOf(c, thrown);
  stateOf(c).code = problem.code;
  const body = encoder.encode(redactKeys(JSON.stringify(problem)));
  return send(
    c,
    problem.status,
    { ...limitHeaders(c, deps), ...headers, ...NO_STORE, ...PROBLEM_TYPE },
    body,
  );
}

/** Returns the problem of an error; the cause of a 5xx goes to the log. */
function problemOf(c: AppContext, thrown: unknown): ProblemResponse {
  const error = toApiError(thrown);
  const state = stateOf(c);
  if (errorDefinition(error.code).status >= 500) state.cause = error.cause;
  return toProblem(error, { requestId: state.requestId, path: c.req.path });
}

/**
 * Makes the response without hono's setters: one headers object is much faster than setting one after
 * the other. The length is explicit, because the response to HEAD has no body to derive it from.
 */
export function send(
  c: AppContext,
  status: number,
  headers: Headers,
  body: Bytes | ReadableStream<Bytes> | null,
): Response {
  return new Response(body, {
    status,
    headers: {
      ...ALWAYS,
      ...headers,
      "X-Request-Id": stateOf(c).requestId,
      ...(body && "length" in body && { "Content-Length": String(body.length) }),
    },
  });
}

/** The request id has only characters that JSON does not escape. */
function envelope(requestId: string, payload: Uint8Array): Bytes {
  return enclosed(`{"requestId":"${requestId}","status":"ok","data":`, payload);
}

function limitHeaders(c: AppContext, { clock }: Deps): Headers {
  const { account } = stateOf(c);
  if (account === undefined) return {};
  return {
    "RateLimit-Policy": policyField(account.policy),
    "RateLimit": remainingField(account.remaining(clock.nowMs())),
  };
}

/** Compares weakly, as `If-None-Match` does (RFC 9110, 13.1.2). */
export function isNotModified(c: AppContext, { etag }: Pick<Published, "etag">): boolean {
  const ifNoneMatch = c.req.header("if-none-match");
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Returns the part of a tag that is the same for every coding of the content. */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "").replace(/-(br|gzip)"$/, '"');
}
