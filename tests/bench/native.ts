import { z } from "zod";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { datasetParts, type NativeEngine } from "../../server/testing/native_engine.ts";
import { candidateOf, type Portfolio } from "./subject.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NanosecondsSchema = z.record(z.string(), z.number());

/** Returns the nanoseconds per run over `count` runs of a simulation request. */
export async function timeSimulation(
  native: NativeEngine,
  request: Uint8Array,
  count: number,
): Promise<number> {
  const { nanoseconds = NaN } = read(await native.ask("t", encoder.encode(String(count)), request));
  return nanoseconds / count;
}

/** Returns the mean nanoseconds of the parts of an evaluation over `count` runs. */
export async function timeEvaluationParts(
  native: NativeEngine,
  dataset: Dataset,
  candidate: Uint8Array,
  count: number,
): Promise<Record<string, number>> {
  const parts = [encoder.encode(String(count)), ...datasetParts(dataset), candidate];
  const sums = Object.entries(read(await native.ask("p", ...parts)));
  return Object.fromEntries(sums.map(([name, sum]) => [name, sum / count]));
}

/**
 * Returns the nanoseconds of the fastest of `count` later evaluations of a payload, and of the fastest of
 * its runs without evidence.
 */
export async function timeEvaluation(
  native: NativeEngine,
  dataset: Dataset,
  payload: Uint8Array,
  count: number,
): Promise<{ readonly evaluation: number; readonly runs: number }> {
  const parts = [encoder.encode(String(count)), ...datasetParts(dataset), payload];
  const { evaluation = NaN, runs = NaN } = read(await native.ask("v", ...parts));
  return { evaluation, runs };
}

/**
 * Returns the nanoseconds per backtest over `count` backtests without guardrails, pool, ledger and
 * evidence: the targets of a strategy, the equity with a flat fee, its mean, deviation and drawdown.
 */
export async function timeLikeForLike(
  native: NativeEngine,
  dataset: Dataset,
  portfolio: Portfolio,
  count: number,
): Promise<number> {
  const candidate = encoder.encode(candidateOf(portfolio));
  const parts = [encoder.encode(String(count)), ...datasetParts(dataset), candidate];
  const { nanoseconds = NaN } = read(await native.ask("n", ...parts));
  return nanoseconds / count;
}

function read(answer: Uint8Array): Record<string, number> {
  return NanosecondsSchema.parse(JSON.parse(decoder.decode(answer)));
}
