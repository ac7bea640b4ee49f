import { callerOf, clientAddress } from "../auth/client_address.ts";
import { ApiError } from "../base/errors.ts";
import { type AppContext, type Deps, stateOf } from "./context.ts";

/** Returns the address that a request comes from. */
export function addressOf(
  c: AppContext,
  { isTrustedProxy }: Pick<Deps, "isTrustedProxy">,
): string {
  const forwardedFor = c.req.header("x-forwarded-for") ?? null;
  return clientAddress(c.env.remoteAddress, forwardedFor, isTrustedProxy);
}

/** Returns the origin by which the caller reached this server, perhaps through a trusted proxy. */
export function originOf(
  c: AppContext,
  { isTrustedProxy }: Pick<Deps, "isTrustedProxy">,
): string {
  const { protocol, host } = new URL(c.req.url);
  const isForwarded = isTrustedProxy(c.env.remoteAddress);
  const isSecure = isForwarded && c.req.header("x-forwarded-proto") === "https";
  return `${isSecure ? "https:" : protocol}//${host}`;
}

/**
 * Charges the address of a caller without a key.
 *
 * @throws {ApiError} RATE_LIMIT_EXCEEDED; then nothing is charged
 */
export function chargeAddress(
  c: AppContext,
  deps: Pick<Deps, "addresses" | "clock" | "isTrustedProxy">,
  units: number,
): void {
  const { addresses, clock } = deps;
  const retryAfterMs = addresses.charge(callerOf(addressOf(c, deps)), units, clock.nowMs());
  if (retryAfterMs === null) {
    stateOf(c).cost += units;
    return;
  }
  throw new ApiError(
    "RATE_LIMIT_EXCEEDED",
    `Cannot read the file: this address has used its ${addresses.units} units of this minute, ` +
      "one for each request and for each 64 KiB; wait",
    { members: { policy: "address", limit: addresses.units }, retryAfterMs },
  );
}
