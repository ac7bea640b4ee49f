// This module is browser compatible.

import { type Candidate, CandidateSchema } from "../contracts/candidate.ts";
import { check, onePerPath } from "../contracts/field_errors.ts";
import type { EngineRunner, RunTimes } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import { okBytes } from "../engine/wire.ts";
import { ApiError } from "../errors/api_error.ts";
import { simulationCost } from "../limits/cost.ts";
import type { TrialStore } from "../trials/trial_store.ts";

/** How much of a run an answer shows. */
export const VIEWS = ["full", "summary", "trades"] as const;
export type View = typeof VIEWS[number];

/** One request to simulate. */
export interface SimulationOrder {
  /** The body as it came; nothing is known of it. */
  readonly body: Uint8Array;
  readonly view: View;
  readonly keyId: string;
  /** Charges compute units; throws when they are not there. */
  charge(units: number): void;
  /** Is told where the time of the run went. */
  ran(times: RunTimes): void;
}

/** What simulations need. */
export interface SimulationParts {
  readonly local: LocalEngine;
  readonly runner: EngineRunner;
  readonly trials: TrialStore;
  /** Makes the id of a run, new every time. */
  makeId(): string;
}

/** Printing all bars takes as long as running many components. */
const FULL_VIEW_WEIGHT = 8;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Runs candidates. Nothing is cached or deduplicated: every order is a run of its own. */
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
   * @returns the finished `data` of the answer
   * @throws {ApiError} when the candidate is wrong, the units are not there or no engine is free
   */
  async simulate({ body, view, keyId, charge, ran }: SimulationOrder): Promise<Uint8Array> {
    const { local, runner, trials, makeId } = this.#parts;
    const candidate = readCandidate(local, body);
    runner.admit(keyId);
    charge(simulationCost(candidate.components.length));
    const request = { view, simulationId: makeId(), candidate };
    const weight = view === "full" ? FULL_VIEW_WEIGHT : candidate.components.length;
    const answer = await runner.simulate(encoder.encode(JSON.stringify(request)), weight, keyId);
    ran(answer);
    const payload = okBytes(answer.bytes);
    trials.record(keyId, candidate.marketId, answer.dailySharpe);
    return payload;
  }
}

/**
 * Reads a candidate twice: the engine checks that it is strict JSON and what it means, the schema
 * checks its shape. The caller gets what both found, the schema's word first.
 */
function readCandidate(local: LocalEngine, body: Uint8Array): Candidate {
  const refusal = refusalOf(() => okBytes(local.check(body)));
  if (refusal?.code === "MALFORMED_JSON") throw refusal;
  const checked = check(CandidateSchema, JSON.parse(decoder.decode(body)));
  if (checked.ok && refusal === null) return withoutIgnored(checked.value);
  if (checked.ok && refusal?.code !== "REQUEST_VALIDATION_FAILED") throw refusal;
  const shape = checked.ok ? [] : checked.fieldErrors;
  const fieldErrors = onePerPath([...shape, ...refusal?.context.fieldErrors ?? []]);
  throw new ApiError(
    "REQUEST_VALIDATION_FAILED",
    `Cannot simulate: wrong fields: ${fieldErrors.length}, must be 0; fieldErrors names them`,
    { fieldErrors },
  );
}

/** The engine has to know only that there was an executionConfig, for its warning. */
function withoutIgnored(candidate: Candidate): Candidate {
  return candidate.executionConfig ? { ...candidate, executionConfig: {} } : candidate;
}

function refusalOf(work: () => void): ApiError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
