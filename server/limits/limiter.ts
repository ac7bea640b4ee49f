// This module is browser compatible.

import { Account, type LimitPolicy } from "./account.ts";

/** Accounts looked at for every new one: more than one, so that idle ones go faster than new come. */
const SWEPT_PER_NEW_ACCOUNT = 4;

/** The accounts of all keys of this process. Idle ones are forgotten: a new one would be the same. */
export class Limiter {
  readonly #policy: LimitPolicy;
  readonly #accounts = new Map<string, Account>();

  constructor(policy: LimitPolicy) {
    this.#policy = policy;
  }

  /** Returns the account of a key. */
  account(keyId: string, nowMs: number): Account {
    const known = this.#accounts.get(keyId);
    if (known) return known;
    this.#sweep(nowMs);
    const account = new Account(this.#policy);
    this.#accounts.set(keyId, account);
    return account;
  }

  /** How many accounts are remembered. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Looks at the oldest accounts: an idle one goes, a busy one moves to the end. */
  #sweep(nowMs: number): void {
    let swept = 0;
    for (const [keyId, account] of this.#accounts) {
      if (swept++ === SWEPT_PER_NEW_ACCOUNT) break;
      this.#accounts.delete(keyId);
      if (!account.isIdle(nowMs)) this.#accounts.set(keyId, account);
    }
  }
}
