// This module is browser compatible.

import { Account, type LimitPolicy } from "./account.ts";
import { type KeyLimits, policyOf } from "./key_limits.ts";

/** Accounts looked at for every new one: more than one, so that idle ones go faster than new come. */
const SWEPT_PER_NEW_ACCOUNT = 4;

/** What the limiter knows of a key. */
export interface LimitedKey {
  readonly id: string;
  readonly limits: KeyLimits;
}

interface Held {
  readonly account: Account;
  readonly limits: KeyLimits;
}

/** The accounts of all keys of this process. Idle ones are forgotten: a new one would be the same. */
export class Limiter {
  readonly #service: LimitPolicy;
  readonly #accounts = new Map<string, Held>();

  /** @param service the limits of every key that has none of its own */
  constructor(service: LimitPolicy) {
    this.#service = service;
  }

  /** Returns the account of a key, held to the limits that the key has now. */
  account({ id, limits }: LimitedKey, nowMs: number): Account {
    const known = this.#accounts.get(id);
    // A record that was read again has limits of its own, equal or not.
    if (known?.limits === limits) return known.account;
    const policy = policyOf(this.#service, limits);
    if (known) known.account.adopt(policy);
    else this.#sweep(nowMs);
    const account = known?.account ?? new Account(policy);
    this.#accounts.set(id, { account, limits });
    return account;
  }

  /** How many accounts are remembered. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Looks at the oldest accounts: an idle one goes, a busy one moves to the end. */
  #sweep(nowMs: number): void {
    let swept = 0;
    for (const [id, held] of this.#accounts) {
      if (swept++ === SWEPT_PER_NEW_ACCOUNT) break;
      this.#accounts.delete(id);
      if (!held.account.isIdle(nowMs)) this.#accounts.set(id, held);
    }
  }
}
