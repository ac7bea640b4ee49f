/**
 * Measures evaluations; see `subject.ts`.
 *
 * @module
 */

import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { NativeEngine } from "../../server/testing/native_engine.ts";
import { fastest, timed } from "./fastest.ts";
import { timeEvaluation, timeEvaluationParts } from "./native.ts";
import {
  candidateOf,
  type Component,
  dataset,
  engine,
  HOLD,
  payloadIn,
  requestOf,
  RSI,
  strategyIds,
} from "./subject.ts";

const ROUNDS = 60;
/** Later evaluations of each strategy that are compared with its runs. */
const COMPARED = 20;
const ORDER = new TextEncoder().encode("{}");

/** Times of an evaluation and its parts, milliseconds. */
export interface EvaluationFigures {
  /** The whole call, including its paths, scenarios and draws. */
  readonly firstMs: number;
  /** A later call on the same dataset, for which the engine has cached them. */
  readonly laterMs: number;
  /** The same without an indicator. */
  readonly holdFirstMs: number;
  readonly holdLaterMs: number;
  /** Its larger parts in the native build, by name. */
  readonly nativeParts: Readonly<Record<string, number>>;
}

/** Measures evaluations of one component, with and without an indicator. */
export async function measureEvaluations(): Promise<EvaluationFigures> {
  const [rsi, hold] = [RSI, HOLD].map(evaluationOf);
  if (rsi === undefined || hold === undefined) throw new Error("Cannot measure: nothing to run");
  const later = await fastest({ rsi: timed(rsi), hold: timed(hold) }, ROUNDS);
  const first = await fastest({ rsi: firstOf(rsi), hold: firstOf(hold) }, ROUNDS / 4);
  return {
    firstMs: first.rsi / 1e6,
    laterMs: later.rsi / 1e6,
    holdFirstMs: first.hold / 1e6,
    holdLaterMs: later.hold / 1e6,
    nativeParts: await measureParts(),
  };
}

/**
 * Returns how many times longer a later evaluation takes than its runs without evidence, in the native
 * build: each strategy at its defaults.
 */
export async function measureEvidence(): Promise<readonly (readonly [string, number])[]> {
  await using native = await NativeEngine.start();
  const ratios: (readonly [string, number])[] = [];
  for (const strategyId of strategyIds) {
    const payload = payloadOfRun({ strategyId });
    const { evaluation, runs } = await timeEvaluation(native, dataset, payload, COMPARED);
    ratios.push([strategyId, evaluation / runs]);
  }
  return ratios.toSorted(([, a], [, b]) => b - a);
}

function payloadOfRun(component: Component): Uint8Array {
  const request = requestOf("summary", { components: [component] });
  return payloadIn(engine.simulate(request).bytes).slice();
}

function evaluationOf(component: Component): () => unknown {
  const payload = payloadOfRun(component);
  payloadIn(engine.evaluate(ORDER, payload, UNCOUNTED));
  return () => engine.evaluate(ORDER, payload, UNCOUNTED);
}

/** A newly added dataset has no cached paths and scenarios. */
function firstOf(evaluate: () => unknown): () => number {
  return () => {
    engine.addDataset(dataset);
    const start = performance.now();
    evaluate();
    return (performance.now() - start) * 1e6;
  };
}

async function measureParts(): Promise<Record<string, number>> {
  await using native = await NativeEngine.start();
  const candidate = new TextEncoder().encode(candidateOf({ components: [RSI] }));
  const parts: Record<string, number> = {};
  for (let round = 0; round < ROUNDS / 4; round++) {
    const times = await timeEvaluationParts(native, dataset, candidate, 2);
    for (const [name, ns] of Object.entries(times)) {
      parts[name] = Math.min(parts[name] ?? Infinity, ns / 1e6);
    }
  }
  return parts;
}
