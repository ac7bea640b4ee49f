// This module is browser compatible.

import type { Bytes, EngineRunner, RunTimes } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import { CheckedCandidateSchema, okBytes, okValue } from "../engine/wire.ts";
import { simulationCost } from "../limits/cost.ts";
import type { TrialStore } from "../store/trial_store.ts";

/** Views of a run, from all bars to metrics and counts. */
export const VIEWS = ["full", "summary", "trades"] as const;
export type View = typeof VIEWS[number];

/** A request to simulate. */
export interface SimulationInput {
  /** The body as received, not validated. */
  readonly body: Uint8Array;
  readonly view: View;
  readonly keyId: string;
  /** Charges compute units; throws when the budget does not have them. */
  charge(units: number): void;
  /** Called with the times of the run. */
  onRun(times: RunTimes): void;
}

/** Dependencies of `Simulations`. */
export interface SimulationParts {
  readonly local: LocalEngine;
  readonly runner: EngineRunner;
  readonly trials: TrialStore;
  /** Makes the id of a run, a new one each time. */
  makeId(): string;
}

/** Printing all bars takes as long as running many components. */
const FULL_VIEW_WEIGHT = 8;
const BRACE = "}".charCodeAt(0);

const encoder = new TextEncoder();

/** Runs candidates. Nothing is cached or deduplicated: every request is a run of its own. */
export class Simulations {
  readonly #parts: SimulationParts;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
  }

  /** @throws {ApiError} OVERLOADED when there is no room for one more */
  admit(keyId: string): void {
    this.#parts.runner.admit(keyId);
  }

  /**
   * Checks, charges and runs.
   *
   * @returns the finished `data` of the response
   * @throws {ApiError} when the candidate is invalid, the budget is used up or no engine is free
   */
  async simulate({ body, view, keyId, charge, onRun }: SimulationInput): Promise<Uint8Array> {
    const { local, runner, trials, makeId } = this.#parts;
    const { components } = okValue(CheckedCandidateSchema, local.check(body));
    runner.admit(keyId);
    charge(simulationCost(components.length));
    const weight = view === "full" ? FULL_VIEW_WEIGHT : components.length;
    const answer = await runner.simulate(toRequest(view, makeId(), body), weight, keyId);
    onRun(answer);
    const payload = okBytes(answer.bytes);
    if (answer.trial !== null) trials.record(keyId, answer.trial);
    return payload;
  }
}

/** Embeds the body unchanged, which the engine has found to be JSON, in the engine's request. */
function toRequest(view: View, simulationId: string, body: Uint8Array): Bytes {
  const options = JSON.stringify({ view, simulationId });
  const head = encoder.encode(`${options.slice(0, -1)},"candidate":`);
  const request = new Uint8Array(head.length + body.length + 1);
  request.set(head);
  request.set(body, head.length);
  request[request.length - 1] = BRACE;
  return request;
}
