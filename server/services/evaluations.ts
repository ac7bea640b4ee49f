// This module is browser compatible.

import type { RemoteLedger } from "../contracts/trial.ts";
import type { Bytes, EngineRunner, RunTimes } from "../engine/engine.ts";
import { okBytes } from "../engine/wire.ts";
import type { Clock } from "../base/clock.ts";
import type { Evaluation } from "../contracts/types.ts";
import { withMember } from "../engine/answer.ts";
import { BASE_COST, simulationCost } from "../limits/cost.ts";
import { keyTagOf } from "../season/key_tag.ts";
import type { Signer } from "../season/receipt.ts";
import { secondOf } from "../season/records.ts";
import { evaluationStatement, seriesText } from "../season/statements.ts";
import type { TrialStore } from "../store/trial_store.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request to evaluate. */
export interface EvaluationInput {
  /** The body as received: the response of a simulation, or its `data`. */
  readonly body: Bytes;
  readonly keyId: string;
  /** Maximum components within the caller's budget; null where runs are not charged. */
  readonly componentsMax: number | null;
  /** Charges compute units; throws when the budget is exhausted. */
  charge(units: number): void;
  /** Receives the times of the run. */
  onRun(times: RunTimes): void;
}

/** Dependencies of `Evaluations`. */
export interface EvaluationParts {
  readonly runner: EngineRunner;
  readonly trials: Pick<TrialStore, "count">;
  /** Signs the receipts; null answers without. */
  readonly signer: Signer | null;
  readonly clock: Pick<Clock, "epochMs">;
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
   * Charges and evaluates. Only the engine reads the body, of up to 8 MiB; an invalid body costs as
   * much as a valid one, and a candidate over the budget of a second is rejected. An answered
   * evaluation is a trial of the key, counted before the answer is made; a refused one is not.
   *
   * @returns the finished `data` of the response, with a receipt
   * @throws {ApiError} when the payload is invalid, stale or edited, the budget is used up, no engine
   *   is free or the trial cannot be counted
   */
  async evaluate(input: EvaluationInput): Promise<Uint8Array> {
    const { runner, trials } = this.#parts;
    const { body, keyId, componentsMax, charge, onRun } = input;
    runner.admit(keyId);
    charge(BASE_COST);
    const bound = componentsMax === null
      ? {}
      : { componentsMax, componentUnits: simulationCost(1) };
    const request = encoder.encode(JSON.stringify(bound));
    // Only the engine knows the candidate, and whether the payload is its result.
    const ledger: RemoteLedger = { count: (trial) => trials.count(keyId, trial) };
    // Computed on another thread while the engine runs.
    const keyTag = this.#parts.signer && keyTagOf("", keyId);
    const answer = await runner.evaluate(request, body, keyId, ledger);
    onRun(answer);
    const evaluation = okBytes(answer.bytes);
    return withMember(evaluation, "receipt", await this.#receiptOf(evaluation, keyTag));
  }

  /** Returns the JSON of a receipt; `null` without a signer. */
  async #receiptOf(bytes: Uint8Array, keyTag: Promise<string> | null): Promise<string> {
    const { signer, clock } = this.#parts;
    if (signer === null || keyTag === null) return "null";
    const evaluation: Evaluation = JSON.parse(decoder.decode(bytes));
    const statement = evaluationStatement(evaluation, {
      issuer: signer.issuer,
      issuedAt: secondOf(clock.epochMs()),
      keyTag: await keyTag,
      seriesHash: signer.hash(seriesText(evaluation)),
    });
    return JSON.stringify(await signer.sign(statement));
  }
}
