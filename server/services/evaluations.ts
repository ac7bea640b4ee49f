// This module is browser compatible.

import type { Bytes, EngineRunner, RunTimes } from "../engine/engine.ts";
import { okBytes } from "../engine/wire.ts";
import { BASE_COST, simulationCost } from "../limits/cost.ts";
import type { TrialStore } from "../store/trial_store.ts";
import { sharpeVariance } from "../store/trials.ts";

const encoder = new TextEncoder();

/** A request to evaluate. */
export interface EvaluationInput {
  /** The body as received: the response of a simulation, or its `data`. */
  readonly body: Bytes;
  readonly keyId: string;
  /** The most components that the caller's budget can simulate; null where nothing is charged. */
  readonly componentsMax: number | null;
  /** Charges compute units; throws when the budget does not have them. */
  charge(units: number): void;
  /** Called with the times of the run. */
  onRun(times: RunTimes): void;
}

/** Dependencies of `Evaluations`. */
export interface EvaluationParts {
  readonly runner: EngineRunner;
  readonly trials: TrialStore;
}

/** Replays and scores simulations. */
export class Evaluations {
  readonly #parts: EvaluationParts;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
  }

  /** @throws {ApiError} OVERLOADED when there is no room for one more */
  admit(keyId: string): void {
    this.#parts.runner.admit(keyId);
  }

  /**
   * Charges and evaluates. Only the engine reads the body, which has up to 8 MiB; an invalid one costs
   * as much as a valid one, and a candidate over the budget of a second is rejected.
   *
   * @returns the finished `data` of the response
   * @throws {ApiError} when the payload is invalid, stale or edited, the budget is used up or no engine
   *   is free
   */
  async evaluate(input: EvaluationInput): Promise<Uint8Array> {
    const { runner, trials } = this.#parts;
    const { body, keyId, componentsMax, charge, onRun } = input;
    runner.admit(keyId);
    charge(BASE_COST);
    // Only the engine reads the market from the payload, so it gets the trials of every market.
    const tried = [...trials.of(keyId)].map(([marketId, counted]) => {
      return { marketId, count: counted.count, sharpeVariance: sharpeVariance(counted) };
    });
    const bound = componentsMax === null
      ? {}
      : { componentsMax, componentUnits: simulationCost(1) };
    const request = encoder.encode(JSON.stringify({ trials: tried, ...bound }));
    const answer = await runner.evaluate(request, body, keyId);
    onRun(answer);
    return okBytes(answer.bytes);
  }
}
