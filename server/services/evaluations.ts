// This module is browser compatible.

import type { Bytes, EngineRunner, RunTimes } from "../engine/engine.ts";
import { okBytes } from "../engine/wire.ts";
import { BASE_COST, simulationCost } from "../limits/cost.ts";
import type { TrialStore } from "../store/trial_store.ts";
import { sharpeVariance } from "../store/trials.ts";

const encoder = new TextEncoder();

/** One request to evaluate. */
export interface EvaluationOrder {
  /** The body as it came: the answer of a simulation, or its `data`. */
  readonly body: Bytes;
  readonly keyId: string;
  /** Most components that the caller could have simulated; null where nothing is charged. */
  readonly componentsMax: number | null;
  /** Charges compute units; throws when they are not there. */
  charge(units: number): void;
  /** Is told where the time of the run went. */
  ran(times: RunTimes): void;
}

/** What evaluations need. */
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
   * Charges and evaluates. The body is up to 8 MiB, so only the engine reads it; a wrong one costs
   * what a good one costs, and a candidate that could not be simulated is not evaluated.
   *
   * @returns the finished `data` of the answer
   * @throws {ApiError} when the payload is wrong, stale or edited, the units are not there or no
   *   engine is free
   */
  async evaluate(order: EvaluationOrder): Promise<Uint8Array> {
    const { runner, trials } = this.#parts;
    const { body, keyId, componentsMax, charge, ran } = order;
    runner.admit(keyId);
    charge(BASE_COST);
    // The engine knows the market when it has read the payload, and takes what was tried there.
    const tried = [...trials.of(keyId)].map(([marketId, counted]) => {
      return { marketId, count: counted.count, sharpeVariance: sharpeVariance(counted) };
    });
    const bound = componentsMax === null
      ? {}
      : { componentsMax, componentUnits: simulationCost(1) };
    const request = encoder.encode(JSON.stringify({ trials: tried, ...bound }));
    const answer = await runner.evaluate(request, body, keyId);
    ran(answer);
    return okBytes(answer.bytes);
  }
}
