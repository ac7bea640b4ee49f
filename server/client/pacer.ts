// This module is browser compatible.

import type { Clock } from "../clock.ts";
import { type LimitPolicy, SLOT_KINDS, type SlotKind } from "../limits/account.ts";
import { UnitBudget } from "../limits/unit_budget.ts";

/** What a request takes of the limits. */
export interface Load {
  /** Compute units. */
  readonly units: number;
  /** null: reads need no slot. */
  readonly slot: SlotKind | null;
}

interface Waiting {
  readonly load: Load;
  readonly go: () => void;
}

const SECOND_MS = 1000;

/** What a key has unless the operator has set it otherwise; the first answer tells. */
const USUAL: LimitPolicy = {
  budget: { units: 50, windowMs: SECOND_MS },
  slots: { simulations: 2, evaluations: 4 },
};

/**
 * Lets requests go in their order and so that the service refuses none of them: its limits, kept on
 * this side. A request takes its units from when it is sent until a window after its answer, because
 * the service charged it at some time in between.
 */
export class Pacer {
  readonly #clock: Pick<Clock, "nowMs" | "after">;
  #policy = USUAL;
  #budget = new UnitBudget(USUAL.budget);
  #unitsInFlight = 0;
  readonly #inFlight: Record<SlotKind, number> = { simulations: 0, evaluations: 0 };
  readonly #line: Waiting[] = [];
  #cancelTimer: (() => void) | null = null;

  constructor(clock: Pick<Clock, "nowMs" | "after">) {
    this.#clock = clock;
  }

  /**
   * Resolves when a request may be sent.
   *
   * @returns what is to be called when its answer is there
   */
  async enter(load: Load, signal?: AbortSignal): Promise<() => void> {
    await untilAborted(signal, (resolve) => {
      const waiting = { load, go: resolve };
      this.#line.push(waiting);
      this.#pump();
      return () => this.#leaveLine(waiting);
    });
    return () => this.#leave(load);
  }

  /** Takes the limits from the headers of an answer. */
  learn(headers: Headers): void {
    const policy = readPolicy(headers.get("ratelimit-policy") ?? "");
    if (policy === null || JSON.stringify(policy) === JSON.stringify(this.#policy)) return;
    this.#policy = policy;
    this.#budget = new UnitBudget(policy.budget);
  }

  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#line[0]; next !== undefined; next = this.#line[0]) {
      if (!this.#hasRoom(next.load)) return;
      this.#line.shift();
      this.#unitsInFlight += next.load.units;
      if (next.load.slot !== null) this.#inFlight[next.load.slot]++;
      next.go();
    }
  }

  /** Says whether a request can go; sets a timer when only time is missing. */
  #hasRoom({ units, slot }: Load): boolean {
    if (slot !== null && this.#inFlight[slot] >= this.#policy.slots[slot]) return false;
    const nowMs = this.#clock.nowMs();
    const wanted = this.#unitsInFlight + units;
    // What no second can pay is for the service to refuse.
    if (units > this.#policy.budget.units) return this.#unitsInFlight === 0;
    if (wanted <= this.#budget.remaining(nowMs)) return true;
    const waitMs = this.#budget.waitFor(nowMs, wanted);
    if (waitMs !== null) this.#cancelTimer = this.#clock.after(waitMs, () => this.#pump());
    return false;
  }

  #leave({ units, slot }: Load): void {
    this.#unitsInFlight -= units;
    this.#budget.charge(this.#clock.nowMs(), units);
    if (slot !== null) this.#inFlight[slot]--;
    this.#pump();
  }

  #leaveLine(waiting: Waiting): void {
    const place = this.#line.indexOf(waiting);
    if (place < 0) return;
    this.#line.splice(place, 1);
    this.#pump();
  }
}

/**
 * Waits for something, or until the signal says that nobody waits any more.
 *
 * @param begin gets what ends the wait; returns what gives it up
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

/** Reads `RateLimit-Policy`; null when it is not that of the service. */
function readPolicy(field: string): LimitPolicy | null {
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
