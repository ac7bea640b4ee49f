// deno-lint-ignore-file no-console -- a command prints
/**
 * Measures texts beside the catalogue: `deno run -A tests/bench/expressions.ts`. Prints the weight of
 * every function beside its nanoseconds per bar, texts beside the strategies that they say, the dearest
 * texts beside the dearest runs of the catalogue over its parameters, and the slowest refusal.
 *
 * @module
 */

import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { fastestOf, order, type Params, runOf } from "./component_runs.ts";
import { dearestStrategies, dearestTexts, type Run } from "./dearest.ts";
import { bars, engine } from "./subject.ts";

const encoder = new TextEncoder();
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());
const language = strategies.find(({ language }) => language !== undefined)?.language;
if (language === undefined) throw new Error("Cannot measure: the engine has no language");

const text = (params: Params): () => unknown => runOf("expression", params);

/** Makes a call of a function whose arguments are columns, conditions and a window. */
function callOf(signature: string, window: string): string {
  const [name = "", rest = ""] = signature.replace(")", "").split("(");
  // A column of a dataset is sorted once for all runs, so ranks and medians read one that is made.
  const columns = SORTED.includes(name) ? ["-ptPrice"] : ["ptPrice", "logUnderlying", "tau"];
  const args = rest.split(", ").map((argument, index) => {
    if (argument === "window") return window;
    if (argument === "condition") return CONDITION;
    return columns[index % columns.length];
  });
  return `${name}(${args.join(", ")})`;
}

const SORTED = ["median", "rank"];
const CONDITION = "(logYield > logUnderlying)";
const asNumber = (call: string): string => `if(${call}, 1, 2)`;
const CONDITIONS = ["any", "all", "crossover", "crossunder"];

const base = text({ target: "0 * ptPrice" });
const conditionBase = text({ target: `0 * ${asNumber(CONDITION)}` });
for (const { signature, weight, name } of language.functions.filter(({ weight }) => weight > 0)) {
  const works = ["20d", "2d", "90d"].map((window) => {
    const call = callOf(signature, window);
    return text({ target: `0 * ${CONDITIONS.includes(name) ? asNumber(call) : call}` });
  });
  // A function of a condition is measured beside the condition alone, which `if` makes a number.
  const isOfCondition = name !== "if" && signature.includes("condition");
  const without = isOfCondition ? conditionBase : base;
  const [none = 0, ...found] = fastestOf([without, ...works]);
  const perBar = found.map((micros) => (1_000 * (micros - none) / bars).toFixed(1));
  console.log(`${name}: weighs ${weight}, takes ${perBar.join(" / ")} ns a bar`);
}

const PAIRS: readonly (readonly [string, Params, Params])[] = [
  ["yield-rsi", { period: 14 }, {
    enter: "r >= overbought",
    exit: "r <= oversold",
    r: "rsi(change(logYield, 1d), period)",
    period: 14,
    overbought: 70,
    oversold: 30,
  }],
  ["yield-bollinger", { window: 20 }, {
    enter: "zscore(logYield, window) >= 1.5",
    exit: "zscore(logYield, window) <= 0",
    window: 20,
  }],
  ["par-path-residual", {}, {
    enter: "s >= 1",
    exit: "s <= 0",
    e: "expm1(-median(logYield, w) * tau) - expm1(-logYield * tau)",
    s: "e / deviation(e, w)",
    w: 20,
  }],
];
for (const [strategyId, params, texts] of PAIRS) {
  const [ours = 0, said = 0] = fastestOf([runOf(strategyId, params), text(texts)]);
  console.log(
    `${strategyId}: ${ours.toFixed(0)} us, as texts ${said.toFixed(0)} us, ` +
      `${(said / ours).toFixed(2)} times`,
  );
}

const HEAVY: readonly { readonly target: string }[] = [
  { target: "rank(logYield, 20d) + rank(tau, 3d)" },
  { target: "residual(logYield, 2 * logYield + 1, 90d)" },
  { target: "residual(turnover, volume, 60d) + residual(tau, logYield, 50d)" },
  { target: Array.from({ length: 20 }, (_, index) => `lag(logYield, ${index + 1}b)`).join(" + ") },
  {
    target: ["ptPrice", "2 * tau", "3 * tau", "4 * tau", "-tau"].map((x) => `exp(${x})`).join(
      " + ",
    ),
  },
  { target: "rank(logYield / ptPrice, 20d) + rank(volume / tvl, 3d)" },
  { target: "log(ptPrice) + log(tau) + log(tvl) + log(volume)" },
  { target: "median(logYield, 1b) + median(tau, 2b) + median(ptPrice, 90d)" },
];

/** Parameter sets and texts that are named. */
const NAMED = 5;
const RANDOM_TEXTS = 3_000;

function show(kind: string, runs: readonly Run[]): void {
  for (const { strategyId, params, fills, micros } of runs.slice(0, NAMED)) {
    console.log(
      `  ${kind}: ${micros.toFixed(0)} us, ${fills} fills, ${strategyId} ${JSON.stringify(params)}`,
    );
  }
}

const named = strategies.filter(({ language }) => language === undefined);
const catalogue = dearestStrategies(named);
console.log(
  `the dearest runs of ${catalogue.count} parameter sets of ${named.length} strategies, a summary of ${bars} ` +
    "bars each, any of which a caller may order for the price of a text:",
);
show("strategy", catalogue.runs);
show("strategy without a trade", catalogue.idle);
const dearest = catalogue.runs[0];
const idle = catalogue.idle[0];
if (dearest === undefined || idle === undefined) throw new Error("Cannot measure: nothing runs");
const ofDearest = runOf(dearest.strategyId, dearest.params);
const ofIdle = runOf(idle.strategyId, idle.params);
for (const { target } of HEAVY) {
  // As a factor of 0 a text has its columns to compute, and nothing to trade.
  const works = [ofDearest, text({ target }), ofIdle, text({ target: `0 * (${target})` })];
  const [most = 0, own = 0, mostIdle = 0, ownIdle = 0] = fastestOf(works);
  console.log(
    `${target.slice(0, 60)}: ${own.toFixed(0)} us, ${
      (own / most).toFixed(2)
    } of the dearest run; ` +
      `as a factor of 0 ${ownIdle.toFixed(0)} us, ${
        (ownIdle / mostIdle).toFixed(2)
      } of the dearest ` +
      "without a trade",
  );
}
const texts = dearestTexts(language, RANDOM_TEXTS);
show("text", texts);
const [most = 0, ...found] = fastestOf([ofDearest, ...texts.map(({ params }) => text(params))]);
console.log(
  `the dearest of ${RANDOM_TEXTS} random texts of nearly the largest weight takes ` +
    `${(Math.max(...found) / most).toFixed(2)} of the dearest run of the catalogue`,
);

const REFUSED = ["(".repeat(1_024), "a+".repeat(511), "x".repeat(1_024), "1".repeat(1_024)];
const refusals = fastestOf(REFUSED.map((target) => () => {
  engine.check(encoder.encode(JSON.stringify({
    marketId: 1,
    components: [{ strategyId: "expression", strategyParams: { target } }],
  })));
}));
console.log(`the slowest of ${REFUSED.length} refusals: ${Math.max(...refusals).toFixed(0)} us`);

/** Returns a call that evaluates a candidate. */
function evaluationOf(strategyId: string, params: Params): () => unknown {
  const payload = okBytes(engine.simulate(order(strategyId, params)).bytes);
  const request = encoder.encode("{}");
  return () => okBytes(engine.evaluate(request, payload, UNCOUNTED));
}

const [shared = 0, own = 0, heavy = 0] = fastestOf([
  evaluationOf("yield-rsi", {}),
  evaluationOf("expression", { target: "clip(zscore(impliedApy, 20d) / 2, 0, 1)" }),
  evaluationOf("expression", { target: "rank(logYield, 20d) + rank(tau, 3d)" }),
]);
console.log(
  `an evaluation: yield-rsi ${(shared / 1_000).toFixed(1)} ms, texts on paths of their own ` +
    `${(own / 1_000).toFixed(1)} ms, the heaviest ${(heavy / 1_000).toFixed(1)} ms`,
);

/** Returns a call that runs a plan over a threshold and, with several windows, over all pairs. */
function sweepOf(strategyId: string, params: Params, windows: number): () => unknown {
  const components = [{ strategyId, strategyParams: params }];
  const base = { marketId: 1, timeframe: "daily", components };
  const path = "/components/0/strategyParams/";
  const thresholds = { path: `${path}k`, min: 0.5, max: 2.5, steps: SWEPT / windows };
  const lengths = { path: `${path}window`, min: 10, max: 9 + windows, steps: windows };
  const axes = windows > 1 ? [lengths, thresholds] : [thresholds];
  const request = encoder.encode(JSON.stringify({ plan: { base, axes }, from: 0, count: SWEPT }));
  return () => engine.planColumns(request);
}

const SWEPT = 10_000;
const SWEPT_TEXT: Params = {
  enter: "zscore(logYield, window) >= k",
  exit: "zscore(logYield, window) <= 0",
  window: 20,
  k: 1.5,
};
for (const windows of [1, 50]) {
  const [builtIn = 0, said = 0] = fastestOf([
    sweepOf("yield-bollinger", {}, windows),
    sweepOf("expression", SWEPT_TEXT, windows),
  ]);
  const [rate = 0, ofTexts = 0] = [builtIn, said].map((micros) => 1e6 * SWEPT / micros);
  console.log(
    `a sweep of a threshold over windows: ${windows}, yield-bollinger ${
      rate.toFixed(0)
    } candidates/s, ` +
      `as texts ${ofTexts.toFixed(0)}, ${(builtIn / said).toFixed(2)} of its rate`,
  );
}
