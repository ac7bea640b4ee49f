/**
 * Measures what prices and weights stand for: `deno run -A tests/bench/prices.ts [evaluations | texts |
 * functions]`. Evaluations are counted in summaries of the same candidate (`EVALUATION_PRICE` of
 * `server/limits/cost.ts`), evaluations of texts in those of the catalogue (`TEXT_EVALUATION_COST`), and
 * the functions of texts in nanoseconds per bar beside their weights.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- processor time
import process from "node:process";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { type Catalogue, CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { print } from "../../server/process/output.ts";
import { officialParts } from "../../server/testing/official.ts";
import { quantile } from "./probe.ts";

type Work = () => unknown;
type Components = readonly { readonly strategyId: string; readonly strategyParams?: unknown }[];
type Timeframe = "hourly" | "daily";

const ROUNDS = 20;
const ROUND_MICROS = 1_000;
const TIMEFRAMES: readonly Timeframe[] = ["hourly", "daily"];
const encoder = new TextEncoder();
const { datasets, engine } = await officialParts();
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());
// An expression has no defaults to run with.
const ids = strategies.filter(({ language }) => language === undefined)
  .map(({ strategyId }) => strategyId);

/**
 * Returns the microseconds of processor time of the fastest round of each work, all of them interleaved.
 * A round repeats a work for a millisecond, so that its data is in the caches.
 */
function fastest(works: readonly Work[]): readonly number[] {
  const best = works.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    works.forEach((work, index) => {
      const count = Math.ceil(Math.max(1, ROUND_MICROS / (best[index] ?? 1)));
      const before = process.cpuUsage();
      for (let call = 0; call < count; call++) work();
      const { user, system } = process.cpuUsage(before);
      best[index] = Math.min(best[index] ?? Infinity, (user + system) / count);
    });
  }
  return best;
}

function simulationOf(components: Components, timeframe: Timeframe, capital = "100000"): Work {
  const candidate = { marketId: 1, timeframe, components, capital };
  const order = { candidate, view: "summary", simulationId: "price" };
  const request = encoder.encode(JSON.stringify(order));
  return () => engine.simulate(request).bytes;
}

/** Returns a work that evaluates a run, whose paths are made before. */
function evaluationOf(simulation: Work): Work {
  const payload = okBytes(simulation() as Uint8Array<ArrayBuffer>).slice();
  return () => okBytes(engine.evaluate(encoder.encode("{}"), payload, UNCOUNTED));
}

function evaluations(timeframe: Timeframe): void {
  const ratioOf = (components: Components): number => {
    const summary = simulationOf(components, timeframe);
    const [evaluated = NaN, run = NaN] = fastest([evaluationOf(summary), summary]);
    return (evaluated + run) / run;
  };
  const ratios = ids.flatMap((strategyId) => {
    try {
      return [ratioOf([{ strategyId }])];
    } catch {
      // A strategy that cannot run on the dataset has no price there.
      return [];
    }
  });
  const at = (share: number): string => quantile(ratios, share).toFixed(0);
  print(`${timeframe}: ${ratios.length} strategies, ${at(0)} to ${at(1)}, median ${at(0.5)}`);
  for (const size of [4, 16]) {
    const components = Array.from({ length: size }, (_, index) => ({
      strategyId: ids[index % ids.length] ?? "",
    }));
    print(`${timeframe}: ${size} components ${ratioOf(components).toFixed(0)}`);
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  "a mean": "mean(logYield, 7d) > 0.05",
  "a score": "clip(zscore(impliedApy, 20d) / 2, 0, 1)",
  "two ranks": "rank(logYield / ptPrice, 20d) + rank(volume / tvl, 3d)",
};

function texts(timeframe: Timeframe): void {
  for (const [name, target] of Object.entries(TEXTS)) {
    const components = [{ strategyId: "expression", strategyParams: { target } }];
    // Another capital is another candidate, for which nothing is kept; the runs are made before.
    let capital = 100_000;
    const firsts = Array.from(
      { length: ROUNDS },
      () => evaluationOf(simulationOf(components, timeframe, String(++capital))),
    );
    const [catalogue = NaN, first = NaN, second = NaN] = fastest([
      evaluationOf(simulationOf([{ strategyId: "yield-rsi" }], timeframe)),
      () => firsts.pop()?.(),
      evaluationOf(simulationOf(components, timeframe)),
    ]);
    const [ofFirst, ofSecond] = [first, second].map((time) => (time / catalogue).toFixed(1));
    print(`${timeframe}, ${name}: first ${ofFirst} evaluations, second ${ofSecond}`);
  }
}

const CONDITION = "(logYield > logUnderlying)";
const CONDITIONS = ["any", "all", "crossover", "crossunder"];
/** A column of a dataset is sorted once for all runs, so these functions read one that is made. */
const SORTED = ["median", "rank"];

/** Makes a call of a function whose arguments are columns, conditions and a window. */
function callOf(name: string, signature: string, window: string): string {
  const columns = SORTED.includes(name) ? ["-ptPrice"] : ["ptPrice", "logUnderlying", "tau"];
  const args = (/\((.*)\)/.exec(signature)?.[1] ?? "").split(", ").map((argument, index) => {
    if (argument === "window") return window;
    return argument === "condition" ? CONDITION : columns[index % columns.length];
  });
  const call = `${name}(${args.join(", ")})`;
  return CONDITIONS.includes(name) ? `if(${call}, 1, 2)` : call;
}

function functions(
  all: NonNullable<Catalogue["strategies"][number]["language"]>["functions"],
): void {
  const official = datasets.find(({ header }) => header.timeframe === "hourly");
  const bars = (official?.columns.length ?? NaN) / (official?.header.columns.length ?? NaN);
  const workOf = (text: string): Work => {
    const strategyParams = { target: `0 * ${text}` };
    return simulationOf([{ strategyId: "expression", strategyParams }], "hourly");
  };
  for (const { signature, weight, name } of all.filter(({ weight }) => weight > 0)) {
    // A function of a condition is measured beside the condition alone, which `if` makes a number.
    const isOfCondition = name !== "if" && signature.includes("condition");
    const base = workOf(isOfCondition ? `if(${CONDITION}, 1, 2)` : "ptPrice");
    const calls = ["2d", "20d", "90d"].map((window) => workOf(callOf(name, signature, window)));
    const [none = 0, ...found] = fastest([base, ...calls]);
    const perBar = found.map((micros) => (1_000 * (micros - none) / bars).toFixed(1));
    print(`${name}: weighs ${weight}, takes ${perBar.join(" / ")} ns a bar`);
  }
}

const [wanted = ""] = Deno.args;
if ("evaluations".includes(wanted)) TIMEFRAMES.forEach(evaluations);
if ("texts".includes(wanted)) TIMEFRAMES.forEach(texts);
const language = strategies.find(({ language }) => language !== undefined)?.language;
if ("functions".includes(wanted) && language !== undefined) functions(language.functions);
