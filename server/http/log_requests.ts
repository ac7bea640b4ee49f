import type { MiddlewareHandler } from "hono";
import { networkAddress } from "../auth/client_address.ts";
import { redactKeys } from "../auth/redact.ts";
import { addressOf } from "./address.ts";
import type { AppEnv, Deps, RequestState } from "./context.ts";

/** Creates the state of every request, and logs its record once the response is made. */
export function logRequests(deps: Deps): MiddlewareHandler<AppEnv> {
  const { clock, log } = deps;
  return async function logRequests(c, next): Promise<void> {
    const startMs = clock.nowMs();
    const state: RequestState = { requestId: safeId(c.get("requestId")), cost: 0 };
    c.set("state", state);
    await next();
    const { requestId, key, route, cost, run, code, cause } = state;
    log({
      timestamp: clock.epochMs(),
      requestId,
      method: c.req.method,
      route: route ?? null,
      path: c.req.path,
      status: c.res.status,
      durationMs: toMicroseconds(clock.nowMs() - startMs),
      keyId: key?.id ?? null,
      network: networkAddress(addressOf(c, deps)),
      cost,
      engineMs: run ? toMicroseconds(run.engineMs) : null,
      queueMs: run ? toMicroseconds(run.queueMs) : null,
      code: code ?? null,
      cause: cause === undefined ? null : describe(cause),
    });
  };
}

/** Rounds milliseconds to microseconds. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Replaces a request id that contains a key: a key must not appear in a response or a log. */
function safeId(requestId: string): string {
  return redactKeys(requestId) === requestId ? requestId : crypto.randomUUID();
}

/** Returns the stack of an error and of its causes, for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? String(error);
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}
