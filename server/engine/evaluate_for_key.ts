// This module is browser compatible.

import type { Bytes, Engine, TrialCounts } from "./engine.ts";

const MARKET_ID = /"marketId"\s*:\s*(\d{1,9})/;
const DATASET_HASH = /"datasetHash":"([0-9a-f]{64})"/;
const NO_TRIALS = { count: 0, sharpeVariance: null };

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/**
 * Evaluates a payload with the trials of its market. Only the engine may parse a payload, and it
 * wants the trials first: so the market is guessed from the text, and the answer, which names the
 * dataset that was replayed, tells whether the guess was right. A payload that is written as every
 * engine and library writes it is evaluated once; one that hides its market, twice.
 *
 * @param trials of the key, by market
 * @param marketIds the market of each dataset, by the dataset's hash
 */
export function evaluateForKey(
  engine: Engine,
  payload: Uint8Array,
  trials: TrialCounts,
  marketIds: ReadonlyMap<string, number>,
): Bytes {
  const evaluate = (marketId: number | undefined): Bytes => {
    const counted = trials.get(marketId ?? NaN) ?? NO_TRIALS;
    return engine.evaluate(encoder.encode(JSON.stringify({ trials: counted })), payload);
  };
  const guess = MARKET_ID.exec(decoder.decode(payload))?.[1];
  const guessedId = guess === undefined ? undefined : Number(guess);
  const answer = evaluate(guessedId);
  const hash = DATASET_HASH.exec(decoder.decode(answer))?.[1];
  const actualId = hash === undefined ? undefined : marketIds.get(hash);
  return actualId === undefined || actualId === guessedId ? answer : evaluate(actualId);
}

/** Returns the market of each dataset, by the dataset's hash. */
export function marketIdsByHash(
  datasets: readonly { readonly header: { readonly sha256: string; readonly marketId: number } }[],
): ReadonlyMap<string, number> {
  return new Map(datasets.map(({ header }) => [header.sha256, header.marketId]));
}
