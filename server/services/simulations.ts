// This module is browser compatible.

import { originOf } from "../contracts/market_ids.ts";
import { enclosed } from "../engine/answer.ts";
import type { Bytes, EngineRunner, RunTimes, SimulationOrder, View } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import { okBytes } from "../engine/wire.ts";
import { BASE_COST, simulationCost, TEXT_EVALUATION_COST } from "../limits/cost.ts";
import type { TrialStore } from "../store/trial_store.ts";

/** A request to simulate. */
export interface SimulationInput {
  /** The body as received, not validated. */
  readonly body: Uint8Array;
  readonly view: View;
  readonly keyId: string;
  /** Charges compute units; throws when the budget is exhausted. */
  charge(units: number): void;
  /** Receives the times of the run. */
  onRun(times: RunTimes): void;
}

/** Dependencies of `Simulations`. */
export interface SimulationParts {
  readonly local: LocalEngine;
  readonly runner: EngineRunner;
  readonly trials: Pick<TrialStore, "record">;
  /** Makes a unique id of letters, digits and hyphens for a run. */
  makeId(): string;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Printing all bars takes as long as running many components. */
const FULL_VIEW_WEIGHT = 8;

/** Runs candidates. Runs are neither cached nor deduplicated: every request is its own run. */
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
   * Checks a candidate without running it.
   *
   * @param body the body as received, not validated
   * @returns the finished `data` of the response
   * @throws {ApiError} with every wrong field, the same as of `simulate`
   */
  check(body: Uint8Array): Uint8Array {
    const checked = JSON.parse(decoder.decode(okBytes(this.#parts.local.check(body))));
    const weights: readonly (number | null)[] = checked.weights;
    const hasOwnPaths = weights.some((weight) => weight !== null) &&
      originOf(checked.candidate.marketId) === "official";
    const cost = {
      simulation: simulationCost(weights.length),
      evaluation: hasOwnPaths ? TEXT_EVALUATION_COST : BASE_COST,
    };
    return encoder.encode(JSON.stringify({ ...checked, cost }));
  }

  /**
   * Checks, charges and runs.
   *
   * @returns the finished `data` of the response
   * @throws {ApiError} when the candidate is invalid, the budget is used up or no engine is free
   */
  async simulate({ body, view, keyId, charge, onRun }: SimulationInput): Promise<Uint8Array> {
    const { local, runner, trials, makeId } = this.#parts;
    const order = { candidate: body, view, simulationId: makeId() };
    let weight = 0;
    const inline = runner.runInline(
      keyId,
      (mayRun) =>
        local.simulateAdmitted(order, (components) => {
          runner.admit(keyId);
          charge(simulationCost(components));
          weight = view === "full" ? FULL_VIEW_WEIGHT : components;
          // Only a summary has a bounded duration; the number of events is unbounded.
          return view === "summary" && mayRun(weight);
        }),
    );
    const answer = inline ?? await runner.simulate(toRequest(order), weight, keyId);
    // A refused candidate did not run.
    if (weight > 0) onRun(answer);
    const payload = okBytes(answer.bytes);
    if (answer.trial !== null) trials.record(keyId, answer.trial);
    return payload;
  }
}

/** Embeds the unchanged body, which the engine has parsed as JSON, in the engine's request. */
function toRequest({ candidate, view, simulationId }: SimulationOrder): Bytes {
  return enclosed(`{"view":"${view}","simulationId":"${simulationId}","candidate":`, candidate);
}
