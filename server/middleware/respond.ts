import type { AppContext, Deps } from "../context.ts";
import { redactKeys } from "../auth/redact.ts";
import { codeFacts } from "../errors/codes.ts";
import { toApiError, toProblem } from "../errors/problem.ts";
import type { Published } from "../services/published.ts";

const TAIL = "}".charCodeAt(0);
const encoder = new TextEncoder();

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** Answers with the envelope around finished bytes. */
export function respond(c: AppContext, deps: Deps, payload: Uint8Array): Response {
  return c.body(envelope(c.var.requestId, payload), 200, {
    ...limitHeaders(c, deps),
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
  });
}

/** Answers with the envelope around published bytes, or that the caller has them already. */
export function respondPublished(c: AppContext, deps: Deps, published: Published): Response {
  const headers = {
    ...limitHeaders(c, deps),
    "Cache-Control": "private, no-cache",
    "ETag": published.etag,
  };
  if (isKnown(c.req.header("if-none-match"), published.etag)) return c.body(null, 304, headers);
  const body = envelope(c.var.requestId, published.bytes);
  return c.body(body, 200, { ...headers, "Content-Type": JSON_TYPE });
}

/** Answers with the problem of an error; what is ours to look into goes to the log. */
export function respondProblem(c: AppContext, deps: Deps, thrown: unknown): Response {
  const error = toApiError(thrown);
  const { status } = codeFacts(error.code);
  c.set("code", error.code);
  if (status >= 500) c.set("cause", error.cause);
  const { requestId } = c.var;
  const { problem, headers } = toProblem(error, { requestId, path: c.req.path });
  return c.body(redactKeys(JSON.stringify(problem)), status, {
    ...limitHeaders(c, deps),
    ...headers,
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
  });
}

/** The request id is of letters that JSON takes as they are. */
function envelope(requestId: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`{"requestId":"${requestId}","status":"ok","data":`);
  const whole = new Uint8Array(head.length + payload.length + 1);
  whole.set(head);
  whole.set(payload, head.length);
  whole[whole.length - 1] = TAIL;
  return whole;
}

function limitHeaders(c: AppContext, { clock, limitFields }: Deps): Record<string, string> {
  const { account } = c.var;
  if (account === undefined) return {};
  return {
    "RateLimit-Policy": limitFields.policy,
    "RateLimit": limitFields.current(account.standing(clock.nowMs())),
  };
}

/** Compares weakly, as `If-None-Match` does (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === opaque);
}
