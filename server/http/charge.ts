import { type AppContext, type Deps, stateOf } from "./context.ts";
import type { RunTimes } from "../engine/engine.ts";
import type { Account } from "../limits/account.ts";

/** Returns the account of an authenticated caller. */
export function accountOf(c: AppContext): Account {
  const { account } = stateOf(c);
  if (account === undefined) throw new Error("Cannot charge: the request is not authenticated");
  return account;
}

/** Returns the id of the caller's key. */
export function keyIdOf(c: AppContext): string {
  return stateOf(c).key?.id ?? "";
}

/** Charges the caller for work that is done and proved dearer than what was charged. */
export function bill(c: AppContext, { clock }: Deps, units: number): void {
  accountOf(c).bill(clock.nowMs(), units);
  stateOf(c).cost += units;
}

/** Records the times of a run, for the log. */
export function recordRun(c: AppContext, times: RunTimes): void {
  stateOf(c).run = times;
}

/**
 * Charges the caller.
 *
 * @param units compute units
 * @throws {ApiError} COMPUTE_BUDGET_EXCEEDED; then nothing is charged
 */
export function charge(c: AppContext, { clock }: Deps, units: number): void {
  accountOf(c).charge(clock.nowMs(), units);
  stateOf(c).cost += units;
}
