/**
 * Measures the price of an evaluation of texts, `TEXT_EVALUATION_COST` of `server/limits/cost.ts`:
 * `deno run -A tests/bench/text_price.ts`. Prints how many evaluations of a catalogue strategy take as
 * long as the first evaluation of texts, which makes 64 paths for them, and as the second, which finds
 * their utilities kept. The paths and scenarios of the dataset are generated before.
 *
 * @module
 */

import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { fastest, type Timed } from "./fastest.ts";
import { type Component, engine, type Portfolio, RSI } from "./subject.ts";
import { threadTimes } from "./thread_times.ts";

const ROUNDS = 4;
/** Evaluations of a round. */
const CALLS = 20;

const encoder = new TextEncoder();
const REQUEST = encoder.encode("{}");

const CLIPPED = textsOf({ target: "clip(zscore(impliedApy, 20d) / 2, 0, 1)" });
const PORTFOLIOS: Readonly<Record<string, readonly Component[]>> = {
  "a mean": [textsOf({ target: "mean(logYield, 7d) > 0.05" })],
  "a score": [CLIPPED],
  "two ranks": [
    textsOf({ target: "rank(logYield / ptPrice, 20d) + rank(volume / tvl, 3d)" }),
  ],
  "five components": Array.from({ length: 5 }, () => CLIPPED),
};

function textsOf(strategyParams: Readonly<Record<string, string>>): Component {
  return { strategyId: "expression", strategyParams };
}

/** Returns the simulation of a candidate, as an evaluation takes it. */
function simulated(candidate: Portfolio & { timeframe: string }): Uint8Array<ArrayBuffer> {
  const order = {
    candidate: { marketId: 1, ...candidate },
    view: "summary",
    simulationId: "price",
  };
  return okBytes(engine.simulate(encoder.encode(JSON.stringify(order))).bytes).slice();
}

/**
 * Returns a workload that evaluates many payloads. It counts processor time, which other load on the
 * machine does not change; the kernel counts it in steps of some milliseconds.
 */
function evaluationsOf(payload: () => Uint8Array<ArrayBuffer>): Timed {
  return () => {
    const payloads = Array.from({ length: CALLS }, payload);
    const before = threadTimes(Deno.pid).main;
    for (const body of payloads) okBytes(engine.evaluate(REQUEST, body, UNCOUNTED));
    return (threadTimes(Deno.pid).main - before) / CALLS;
  };
}

let capital = 100_000;
for (const timeframe of ["hourly", "daily"] as const) {
  const candidateOf = (components: readonly Component[]): Portfolio & { timeframe: string } => ({
    components,
    timeframe,
  });
  for (const [name, components] of Object.entries(PORTFOLIOS)) {
    const candidate = candidateOf(components);
    const [usual, known] = [simulated(candidateOf([RSI])), simulated(candidate)];
    const { catalogue, first, second } = await fastest({
      catalogue: evaluationsOf(() => usual),
      // Another capital is another candidate, which nothing is kept for.
      first: evaluationsOf(() => simulated({ ...candidate, capital: String(++capital) })),
      second: evaluationsOf(() => known),
    }, ROUNDS);
    // deno-lint-ignore no-console -- the output of the command
    console.log(
      `${timeframe}, ${name}: catalogue ${(catalogue / 1e3).toFixed(1)} ms, first evaluation ` +
        `${(first / catalogue).toFixed(1)} times that, second ${(second / catalogue).toFixed(1)}`,
    );
  }
}
