// This module is browser compatible.

import { Account, type LimitPolicy } from "./account.ts";
import { type KeyLimits, keyPolicy } from "./key_limits.ts";

/** Accounts checked per new account; more than one, so unused accounts leave faster than new ones come. */
const SWEEP_PER_NEW_ACCOUNT = 4;

/** The part of a key record that the limiter reads. */
export interface LimitedKey {
  readonly id: string;
  readonly limits: KeyLimits;
}

/** The accounts of all keys in this process. Unused accounts are dropped; a new one is equal. */
export class Limiter {
  readonly #service: LimitPolicy;
  readonly #accounts = new Map<string, { readonly account: Account; readonly limits: KeyLimits }>();

  /** @param service limits of keys without limits of their own */
  constructor(service: LimitPolicy) {
    this.#service = service;
  }

  /** Returns the account of a key, with the key's current limits. */
  account({ id, limits }: LimitedKey, nowMs: number): Account {
    const known = this.#accounts.get(id);
    // A record that was read again has a new limits object, so this compares identity only.
    if (known?.limits === limits) return known.account;
    const policy = keyPolicy(this.#service, limits);
    if (known) known.account.setPolicy(policy);
    else this.#sweep(nowMs);
    const account = known?.account ?? new Account(policy);
    this.#accounts.set(id, { account, limits });
    return account;
  }

  /** The number of accounts. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Checks the oldest accounts: an unused one is deleted, a used one moves to the end. */
  #sweep(nowMs: number): void {
    let swept = 0;
    for (const [id, entry] of this.#accounts) {
      if (swept++ === SWEEP_PER_NEW_ACCOUNT) break;
      this.#accounts.delete(id);
      if (!entry.account.isUnused(nowMs)) this.#accounts.set(id, entry);
    }
  }
}
