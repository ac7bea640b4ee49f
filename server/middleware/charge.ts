import type { AppContext, Deps } from "../context.ts";
import type { Account } from "../limits/account.ts";

/** Returns the account of an authenticated caller. */
export function accountOf(c: AppContext): Account {
  const { account } = c.var;
  if (account === undefined) throw new Error("Cannot charge: the request is not authenticated");
  return account;
}

/**
 * Charges the caller.
 *
 * @param units compute units
 * @throws {ApiError} COMPUTE_BUDGET_EXCEEDED; then nothing is charged
 */
export function charge(c: AppContext, { clock }: Deps, units: number): void {
  accountOf(c).charge(clock.nowMs(), units);
  c.set("cost", (c.var.cost ?? 0) + units);
}
