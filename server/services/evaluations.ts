// This module is browser compatible.

import type { RemoteLedger } from "../contracts/trial.ts";
import type { Bytes, EngineRunner, RunTimes } from "../engine/engine.ts";
import { okBytes } from "../engine/wire.ts";
import type { Clock } from "../base/clock.ts";
import { withMember } from "../engine/answer.ts";
import { BASE_COST, simulationCost, TEXT_EVALUATION_COST } from "../limits/cost.ts";
import { evaluationTagOf } from "../season/rules/key_tag.ts";
import type { Signer } from "../season/rules/receipt.ts";
import { secondOf } from "../season/rules/records.ts";
import { type EvaluatedInShort, evaluationStatement } from "../season/rules/statements.ts";
import type { TrialStore } from "../store/trial_store.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Begins the figures of all paths in the text of an evaluation. */
const SERIES = '"series":{';
/** Parts of the canonical JSON of an evaluation: a component of texts, and no paths of its own. */
const TEXTS = '"strategyId":"expression"';
const NO_PATHS = '"pathSeed":null';

/** A request to evaluate. */
export interface EvaluationInput {
  /** The body as received: the response of a simulation, or its `data`. */
  readonly body: Bytes;
  readonly keyId: string;
  /** Maximum components within the caller's budget; null where runs are not charged. */
  readonly componentsMax: number | null;
  /** Charges compute units; throws when the budget is exhausted. */
  charge(units: number): void;
  /** Charges further units of an evaluation that was made; may exceed the budget. */
  bill(units: number): void;
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
   * much as a valid one, and a candidate over the budget of a second is rejected. That a candidate has
   * texts is known from its evaluation, which is billed for them then. An answered
   * evaluation is a trial of the key, counted before the answer is made; a refused one is not.
   *
   * @returns the finished `data` of the response, with a receipt
   * @throws {ApiError} when the payload is invalid, stale or edited, the budget is used up, no engine
   *   is free or the trial cannot be counted
   */
  async evaluate(input: EvaluationInput): Promise<Uint8Array> {
    const { runner, trials } = this.#parts;
    const { body, keyId, componentsMax, charge, bill, onRun } = input;
    runner.admit(keyId);
    charge(BASE_COST);
    const bound = componentsMax === null
      ? {}
      : { componentsMax, componentUnits: simulationCost(1) };
    const request = encoder.encode(JSON.stringify(bound));
    // Only the engine knows the candidate, and whether the payload is its result.
    const ledger: RemoteLedger = { count: (trial) => trials.count(keyId, trial) };
    const answer = await runner.evaluate(request, body, keyId, ledger);
    onRun(answer);
    const evaluation = okBytes(answer.bytes);
    const text = decoder.decode(evaluation);
    if (text.includes(TEXTS) && !text.includes(NO_PATHS)) bill(TEXT_EVALUATION_COST - BASE_COST);
    return withMember(evaluation, "receipt", await this.#receiptOf(text, keyId));
  }

  /** Returns the JSON of a receipt; `null` without a signer. */
  async #receiptOf(text: string, keyId: string): Promise<string> {
    const { signer, clock } = this.#parts;
    if (signer === null) return "null";
    const { series, rest } = withoutSeries(text);
    const evaluation: EvaluatedInShort = JSON.parse(rest);
    const statement = evaluationStatement(evaluation, {
      issuer: signer.issuer,
      issuedAt: secondOf(clock.epochMs()),
      keyTag: evaluationTagOf(keyId, signer),
      seriesHash: signer.hash(series),
    });
    return JSON.stringify(await signer.sign(statement));
  }
}

/**
 * Splits the text of an evaluation. The engine prints canonical JSON, so the text of the series is the
 * one to hash, and need be neither read nor printed again. Strings hold no unescaped quotes and the
 * caller's own names no objects, so no other place of the text looks like this member.
 */
function withoutSeries(text: string): { readonly series: string; readonly rest: string } {
  const start = text.lastIndexOf(SERIES) + SERIES.length - 1;
  const end = text.indexOf("}", start) + 1;
  return { series: text.slice(start, end), rest: `${text.slice(0, start)}null${text.slice(end)}` };
}
