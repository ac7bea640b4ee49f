import { assert, assertEquals } from "@std/assert";
import { EvaluationSchema } from "../contracts/evaluation.ts";
import type { Real } from "../contracts/real.ts";
import { UNCOUNTED } from "../contracts/trial.ts";
import type { Evaluation } from "../contracts/types.ts";
import { type Dataset, isServed } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { okBytes, okValue } from "../engine/wire.ts";
import { encoded } from "./encoded.ts";
import { makeEngine, servedDatasets } from "./official.ts";

const all = await servedDatasets();
export const official = all.filter(isServed);
/** The real maturities of the box, which are no markets of their own. */
export const panel = all.filter((dataset) => !isServed(dataset));
/** The same as markets of their own. */
export const box = panel.map((dataset) => unserved(dataset, { served: true }));

/** Returns an engine with the official datasets and these real maturities behind them. */
export function engineWith(real: readonly Dataset[]): Promise<Engine> {
  return makeEngine([...official, ...real]);
}

/** Returns a maturity that is no market of its own, with other facts. */
export function unserved(
  { header, columns }: Dataset,
  facts: Partial<Dataset["header"]> = {},
): Dataset {
  return { header: { ...header, served: false, ...facts }, columns };
}

/** Evaluates a strategy at its defaults, or with parameters. */
export function evaluate(engine: Engine, candidate: object): Evaluation {
  const request = { view: "summary", simulationId: "run", candidate };
  const payload = okBytes(engine.simulate(encoded(request)).bytes);
  return okValue(EvaluationSchema, engine.evaluate(encoded({}), payload, UNCOUNTED));
}

export function candidateOf(
  strategyId: string,
  more: object = {},
  strategyParams: object = {},
): object {
  const components = [{ strategyId, strategyParams }];
  return { marketId: 1, timeframe: "daily", components, ...more };
}

export function realOf(engine: Engine, candidate: object): Real {
  const { real, realReason } = evaluate(engine, candidate);
  assert(real !== null, `${realReason}`);
  assertEquals(realReason, null);
  return real;
}
