// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import { type LimitPolicy, SLOT_KINDS, type SlotKind } from "../limits/account.ts";
import { UnitBudget } from "../limits/unit_budget.ts";

/** The share of the limits that a request uses. */
export interface RequestCost {
  /** Compute units. */
  readonly units: number;
  /** null for reads, which need no slot. */
  readonly slot: SlotKind | null;
}

interface QueuedRequest {
  readonly cost: RequestCost;
  readonly send: () => void;
}

const SECOND_MS = 1000;

/** The default limits, taken until the first response states the key's limits. */
export const DEFAULT_POLICY: LimitPolicy = {
  budget: { units: 50, windowMs: SECOND_MS },
  slots: { simulations: 2, evaluations: 4 },
};

/**
 * Sends requests in order and within the limits of the service, so that the service rejects none. A
 * request holds its units from sending until one window after its response, because the service
 * charged it at some time in between.
 */
export class Pacer {
  readonly #clock: Pick<Clock, "nowMs" | "after">;
  #policy = DEFAULT_POLICY;
  #budget = new UnitBudget(DEFAULT_POLICY.budget);
  #unitsInFlight = 0;
  readonly #inFlight: Record<SlotKind, number> = { simulations: 0, evaluations: 0 };
  readonly #queue: QueuedRequest[] = [];
  #cancelTimer: (() => void) | null = null;

  constructor(clock: Pick<Clock, "nowMs" | "after">) {
    this.#clock = clock;
  }

  /**
   * Resolves when a request may be sent.
   *
   * @returns a function to call when its response has arrived
   */
  async acquire(cost: RequestCost, signal?: AbortSignal): Promise<() => void> {
    await untilAborted(signal, (resolve) => {
      const request = { cost, send: resolve };
      this.#queue.push(request);
      this.#dispatch();
      return () => this.#cancel(request);
    });
    return () => this.#release(cost);
  }

  /** Takes the limits that a response has stated. */
  setPolicy(policy: LimitPolicy): void {
    if (JSON.stringify(policy) === JSON.stringify(this.#policy)) return;
    this.#policy = policy;
    this.#budget = new UnitBudget(policy.budget);
  }

  #dispatch(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (!this.#hasRoom(next.cost)) return;
      this.#queue.shift();
      this.#unitsInFlight += next.cost.units;
      if (next.cost.slot !== null) this.#inFlight[next.cost.slot]++;
      next.send();
    }
  }

  /** Returns whether a request can be sent; sets a timer if waiting is enough. */
  #hasRoom({ units, slot }: RequestCost): boolean {
    if (slot !== null && this.#inFlight[slot] >= this.#policy.slots[slot]) return false;
    const nowMs = this.#clock.nowMs();
    const wanted = this.#unitsInFlight + units;
    // Waiting cannot help a request that exceeds the whole budget: let the service reject it.
    if (units > this.#policy.budget.units) return this.#unitsInFlight === 0;
    if (wanted <= this.#budget.remaining(nowMs)) return true;
    const waitMs = this.#budget.waitFor(nowMs, wanted);
    if (waitMs !== null) this.#cancelTimer = this.#clock.after(waitMs, () => this.#dispatch());
    return false;
  }

  #release({ units, slot }: RequestCost): void {
    this.#unitsInFlight -= units;
    this.#budget.charge(this.#clock.nowMs(), units);
    if (slot !== null) this.#inFlight[slot]--;
    this.#dispatch();
  }

  #cancel(request: QueuedRequest): void {
    const place = this.#queue.indexOf(request);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    this.#dispatch();
  }
}

/**
 * Waits until `begin` resolves; rejects with the signal's reason if the signal aborts first.
 *
 * @param begin receives the function that ends the wait; returns a function that cancels it
 */
export function untilAborted(
  signal: AbortSignal | undefined,
  begin: (resolve: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      giveUp();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    const giveUp = begin(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
  });
}

/** Parses `RateLimit-Policy`; null when the header is not the service's. */
export function parsePolicy(headers: Headers): LimitPolicy | null {
  const field = headers.get("ratelimit-policy") ?? "";
  const quotas = new Map(
    [...field.matchAll(/"(\w+)";q=(\d+)(?:;w=(\d+))?/g)].map(([, name, quota, window]) =>
      [name, { quota: Number(quota), windowMs: Number(window) * SECOND_MS }] as const
    ),
  );
  const compute = quotas.get("compute");
  const [simulations, evaluations] = SLOT_KINDS.map((kind) => quotas.get(kind)?.quota);
  if (!compute || simulations === undefined || evaluations === undefined) return null;
  return {
    budget: { units: compute.quota, windowMs: compute.windowMs },
    slots: { simulations, evaluations },
  };
}
