// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import { originOf } from "../contracts/market_ids.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { enclosed } from "../engine/answer.ts";
import type {
  Bytes,
  EngineRunner,
  RunTimes,
  SimulationAnswer,
  SimulationOrder,
  View,
} from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import { okBytes } from "../engine/wire.ts";
import { BASE_COST, simulationCost, TEXT_EVALUATION_COST } from "../limits/cost.ts";
import type { TrialStore } from "../store/trial_store.ts";
import { chargeBatch, readBatch } from "./batch_request.ts";

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

/** A request to simulate many candidates. */
export interface BatchInput extends Omit<SimulationInput, "view"> {
  readonly body: Bytes;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  /** Lets other requests have a turn. */
  pause(): Promise<void>;
}

/** Dependencies of `Simulations`. */
export interface SimulationParts {
  readonly local: LocalEngine;
  readonly runner: EngineRunner;
  readonly trials: Pick<TrialStore, "record">;
  readonly datasets: readonly Dataset[];
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
  async simulate(input: SimulationInput): Promise<Uint8Array> {
    return okBytes((await this.#run(input, input.view)).bytes);
  }

  /**
   * Runs a candidate for the full view, like `simulate`.
   *
   * @returns a stream of Apache Arrow
   */
  async simulateColumns(input: Omit<SimulationInput, "view">): Promise<Bytes> {
    const { bytes, columns } = await this.#run({ ...input, view: "full" }, "columns");
    if (columns === undefined) throw new Error("Cannot print columns: the run has none");
    const { runTable } = await import("./arrow.ts");
    return runTable(okBytes(bytes), columns, this.#parts.datasets);
  }

  /** @param answered the view of the answer */
  async #run(
    { body, view, keyId, charge, onRun }: SimulationInput,
    answered: View | "columns",
  ): Promise<SimulationAnswer> {
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
    const answer = inline ??
      await runner.simulate(toRequest({ ...order, view: answered }), weight, keyId);
    // A refused candidate did not run.
    if (weight > 0) onRun(answer);
    okBytes(answer.bytes);
    if (answer.trial !== null) trials.record(keyId, answer.trial);
    return answer;
  }

  /**
   * Charges a batch and runs its candidates one after the other, each like a summary of its own. What
   * refuses one stops no other.
   *
   * @returns for each candidate the finished `data` of its run, or its error
   * @throws {ApiError} when the body is invalid, the budget is used up or the caller has gone
   */
  async simulateAll(
    { body, keyId, charge, onRun, signal, pause }: BatchInput,
  ): Promise<readonly PromiseSettledResult<Uint8Array>[]> {
    const candidates = readBatch(this.#parts.local, body);
    chargeBatch(candidates, charge);
    let [queueMs, engineMs] = [0, 0];
    const results: PromiseSettledResult<Uint8Array>[] = [];
    for (const candidate of candidates) {
      await pause();
      if (signal.aborted) {
        throw new ApiError("REQUEST_TIMEOUT", "Cannot go on: the caller has gone");
      }
      const run = this.simulate({
        body: encoder.encode(JSON.stringify(candidate)),
        view: "summary",
        keyId,
        charge: () => {},
        onRun: (times) => {
          queueMs += times.queueMs;
          engineMs += times.engineMs;
        },
      });
      results.push(...await Promise.allSettled([run]));
    }
    onRun({ queueMs, engineMs });
    return results;
  }
}

/** Embeds the unchanged body, which the engine has parsed as JSON, in the engine's request. */
function toRequest(
  { candidate, view, simulationId }: Omit<SimulationOrder, "view"> & { view: View | "columns" },
): Bytes {
  return enclosed(`{"view":"${view}","simulationId":"${simulationId}","candidate":`, candidate);
}
