/**
 * Searches for the components whose runs take longest: strategies of the catalogue over their allowed
 * parameters, and texts of `expression` up to the largest weight.
 */

import { payloadOf } from "../../server/engine/answer.ts";
import type { Catalogue } from "../../server/engine/wire_schemas.ts";
import { fastestOf, fillsOf, type Params, runOf } from "./component_runs.ts";
import { engine } from "./subject.ts";

type Entry = Catalogue["strategies"][number];
type Parameter = Entry["parameters"][number];
type Language = NonNullable<Entry["language"]>;

/** A component and its run. */
export interface Run {
  readonly strategyId: string;
  readonly params: Params;
  readonly fills: number;
  readonly micros: number;
}

/** Parameter sets of each strategy that are run. */
const SETS = 256;
const BARS_PER_DAY = 24;
/** Runs that are measured again, since a single slow round may be of the machine. */
const FINALISTS = 24;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns a generator of numbers in [0, 1) (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: () => number, of: readonly T[]): T {
  const picked = of[Math.floor(random() * of.length)];
  if (picked === undefined) throw new Error("Cannot pick from an empty list");
  return picked;
}

/** Returns both ends of the range of a parameter, its default, and values between. */
function levelsOf(parameter: Parameter): readonly (number | string)[] {
  if (parameter.type === "string") return parameter.constraints.enum;
  const { defaultValue } = parameter;
  if (parameter.type === "window") {
    const { minimumBars, maximum } = parameter.constraints;
    const bars = [minimumBars, minimumBars + 1, 8, 24, 72, maximum * BARS_PER_DAY];
    const days = bars.filter((count) => count >= minimumBars).map((count) => count / BARS_PER_DAY);
    return [...new Set([...days, defaultValue])];
  }
  const { minimum, maximum } = parameter.constraints;
  const between = [0.02, 0.1, 0.5].map((share) => minimum + share * (maximum - minimum));
  const levels = [minimum, maximum, defaultValue, Math.min(Math.max(0, minimum), maximum)];
  const rounded = between.map((level) => parameter.type === "integer" ? Math.round(level) : level);
  return [...new Set([...levels, ...rounded])];
}

/** Returns the grid of the levels of all parameters, or as many random sets of it as are run. */
function setsOf(parameters: readonly Parameter[], random: () => number): readonly Params[] {
  const levels = parameters.map((parameter) => [parameter.name, levelsOf(parameter)] as const);
  const count = levels.reduce((product, [, values]) => product * values.length, 1);
  const setAt = (place: number): Params => {
    let left = place;
    return Object.fromEntries(levels.map(([name, values]) => {
      const value = values[left % values.length] ?? 0;
      left = Math.floor(left / values.length);
      return [name, value];
    }));
  };
  if (count <= SETS) return Array.from({ length: count }, (_, place) => setAt(place));
  return Array.from({ length: SETS }, () => setAt(Math.floor(random() * count)));
}

/** Returns the runs of components, the longest first; the longest are measured again in turn. */
function measured(components: readonly (readonly [string, Params])[]): readonly Run[] {
  const runs = components.flatMap(([strategyId, params]): readonly Run[] => {
    const fills = fillsOf(strategyId, params);
    if (fills === null) return [];
    const [micros = 0] = fastestOf([runOf(strategyId, params)], 3);
    return [{ strategyId, params, fills, micros }];
  });
  const byTime = (one: Run, other: Run): number => other.micros - one.micros;
  const finalists = runs.toSorted(byTime).slice(0, FINALISTS);
  const again = fastestOf(finalists.map(({ strategyId, params }) => runOf(strategyId, params)));
  return finalists.map((run, at) => ({ ...run, micros: again[at] ?? 0 })).toSorted(byTime);
}

/** A run without a trade: its time is that of its indicators and of an idle portfolio. */
const TRADES_NOTHING = 0;

/** Finds the longest runs of strategies, with and without trades. */
export function dearestStrategies(
  strategies: readonly Entry[],
): { readonly runs: readonly Run[]; readonly idle: readonly Run[]; readonly count: number } {
  const random = randomOf(34);
  const components = strategies.flatMap(({ strategyId, parameters }) =>
    setsOf(parameters, random).map((params) => [strategyId, params] as const)
  );
  const idle = components.filter(([strategyId, params]) =>
    fillsOf(strategyId, params) === TRADES_NOTHING
  );
  return { runs: measured(components), idle: measured(idle), count: components.length };
}

/** Targets that trade as often as the portfolio lets them, or never. */
const HEADS = [
  "0",
  "if(logYield > lag(logYield, 1b), 1, 0)",
  "place(logYield, 2b) / 100",
  "rank(tau, 3d)",
] as const;
const WINDOWS = ["2b", "3b", "5b", "1d", "3d", "20d", "60d", "90d"];
/** Parts in a row that do not fit any more, after which a text is full. */
const REFUSED_MAX = 8;

/** Returns the weight of a target; null if it is refused. */
function weightOf(target: string): number | null {
  const components = [{ strategyId: "expression", strategyParams: { target } }];
  const payload = payloadOf(
    engine.check(encoder.encode(JSON.stringify({ marketId: 1, components }))),
  );
  return payload === null ? null : Number(WEIGHT.exec(decoder.decode(payload))?.[1]);
}

const WEIGHT = /"weights":\[(\d+)\]/;

/** Returns random texts that weigh nearly as much as a component may. */
export function* heavyTexts(language: Language, seed: number): Generator<string, never> {
  const random = randomOf(seed);
  const columns = language.columns.map(({ name }) => name);
  const functions = language.functions.filter(({ weight }) => weight > 1);
  const numberOf = (depth: number): string => {
    const draw = random();
    if (depth === 0 || draw < 0.3) return pick(random, columns);
    if (draw < 0.45) return `${(4 * random() - 2).toFixed(3)} * ${pick(random, columns)}`;
    if (draw < 0.6) {
      return `(${numberOf(depth - 1)} ${pick(random, ["+", "-", "*", "/"])} ${
        numberOf(depth - 1)
      })`;
    }
    return callOf(depth);
  };
  const conditionOf = (depth: number): string =>
    `(${numberOf(depth)} ${pick(random, ["<", "<=", ">", ">="])} ${numberOf(depth)})`;
  const callOf = (depth: number): string => {
    const { name, signature } = pick(random, functions);
    const kinds = signature.slice(name.length + 1, -1).split(", ");
    const args = kinds.map((kind) => {
      if (kind === "window") return pick(random, WINDOWS);
      return kind === "condition" ? conditionOf(depth - 1) : numberOf(depth - 1);
    });
    const call = `${name}(${args.join(", ")})`;
    return CONDITIONS.includes(name) ? `if(${call}, 1, 2)` : call;
  };
  for (;;) {
    let text: string = pick(random, HEADS);
    for (let refused = 0; refused < REFUSED_MAX;) {
      const more = `${text} + 0 * ${callOf(3)}`;
      if (weightOf(more) === null) refused++;
      else text = more;
    }
    yield text;
  }
}

const CONDITIONS = ["any", "all", "crossover", "crossunder"];

/** Finds the longest runs of random texts. */
export function dearestTexts(language: Language, count: number): readonly Run[] {
  const texts = heavyTexts(language, 64);
  return measured(
    Array.from({ length: count }, () => ["expression", { target: texts.next().value }] as const),
  );
}
