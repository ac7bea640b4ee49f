import type { MiddlewareHandler } from "hono";
import { callerOf } from "../auth/client_address.ts";
import type { KeyRecord } from "../store/key_store.ts";
import { type AppContext, type AppEnv, type Deps, stateOf } from "./context.ts";
import { ApiError } from "../base/errors.ts";
import { addressOf } from "./address.ts";
import { errorDefinition } from "../contracts/error_codes.ts";

/** Path of the messages of agents. */
export const MCP_PATH = "/mcp";

/**
 * Rejects every request without a valid key, before routing. Failures are counted by address; they
 * never slow down a valid key.
 */
export function authenticate(deps: Deps): MiddlewareHandler<AppEnv> {
  return async function authenticate(c, next): Promise<void> {
    try {
      const found = resolve(c, deps);
      const key = found instanceof Promise ? await found : found;
      const state = stateOf(c);
      state.key = key;
      state.account = deps.limiter.account(key, deps.clock.nowMs());
    } catch (error) {
      throw countFailure(error, c, deps);
    }
    await next();
  };
}

function resolve(c: AppContext, { keys, lifecycle }: Deps): KeyRecord | Promise<KeyRecord> {
  if (lifecycle.isDraining) {
    throw new ApiError("SHUTTING_DOWN", "Cannot take the request: the service is stopping", {
      retryAfterMs: 1000,
    });
  }
  const presented = presentedKey(c);
  if (presented === "") {
    throw new ApiError(
      "API_KEY_MISSING",
      "Cannot authenticate: the x-api-key header is missing, send it with your key",
    );
  }
  return keys.resolve(presented);
}

/**
 * Returns the key that a request presents, or an empty text. Agents may send it as
 * `Authorization: Bearer`, because many clients of their protocol can set no other header.
 */
export function presentedKey(c: AppContext): string {
  const key = c.req.header("x-api-key");
  if (key !== undefined || c.req.path !== MCP_PATH) return key ?? "";
  return /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
}

/** Returns the error, or RATE_LIMIT_EXCEEDED if the address has too many failures. */
function countFailure(error: unknown, c: AppContext, deps: Deps): unknown {
  const { failures, clock } = deps;
  if (!(error instanceof ApiError) || errorDefinition(error.code).status !== 401) return error;
  const address = callerOf(addressOf(c, deps));
  const retryAfterMs = failures.recordFailure(address, clock.nowMs());
  if (retryAfterMs === null) return error;
  return new ApiError(
    "RATE_LIMIT_EXCEEDED",
    `Cannot authenticate: ${failures.failuresMax} attempts from this address have failed within a ` +
      "minute, which is the maximum; wait or send a valid key",
    { members: { policy: "authentication", limit: failures.failuresMax }, retryAfterMs },
  );
}
