import type { Candidate } from "../contracts/candidate.ts";
import type { CatalogueEntry } from "../contracts/types.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { payloadOf } from "../engine/answer.ts";
import { canonicalText } from "../engine/canonical.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { CatalogueSchema } from "../engine/wire_schemas.ts";
import { random } from "./random.ts";

type Component = Candidate["components"][number];
type Parameter = CatalogueEntry["parameters"][number];

/** Every how many candidates one is an expression, or a portfolio of two strategies. */
const EXPRESSION_EVERY = 20;
const PORTFOLIO_EVERY = 4;
/** The longest drawn window, in days. */
const WINDOW_MAX = 60;

/** Returns canonical valid candidates of a dataset: strategies with parameters drawn by chance. */
export function catalogueCandidates(
  engine: Engine,
  { header: { marketId, timeframe } }: Dataset,
  count: number,
  seed: number,
): readonly string[] {
  const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());
  const drawable = strategies.filter(({ strategyId }) => strategyId !== "expression");
  const next = random(seed);
  const found: string[] = [];
  while (found.length < count) {
    const components = found.length % EXPRESSION_EVERY === 0 ? [expressionOf(next)] : Array.from(
      { length: found.length % PORTFOLIO_EVERY === 0 ? 2 : 1 },
      () => componentOf(drawable, next),
    );
    const text = canonicalText({ marketId, timeframe, components }, strategies);
    if (payloadOf(engine.check(new TextEncoder().encode(text))) !== null) found.push(text);
  }
  return found;
}

function expressionOf(next: () => number): Component {
  const days = 5 + Math.floor(WINDOW_MAX * next());
  const target = `clip(zscore(impliedApy, ${days}d) / ${1 + Math.floor(3 * next())}, 0, 1)`;
  return { strategyId: "expression", strategyParams: { target } };
}

function componentOf(strategies: readonly CatalogueEntry[], next: () => number): Component {
  const strategy = strategies[Math.floor(strategies.length * next())];
  if (strategy === undefined) throw new Error("the catalogue is empty");
  const { strategyId, parameters } = strategy;
  const drawn = parameters.map((parameter) => [parameter.name, valueOf(parameter, next)]);
  return { strategyId, strategyParams: Object.fromEntries(drawn) };
}

function valueOf({ type, constraints, defaultValue }: Parameter, next: () => number): unknown {
  const { minimum = 2, maximum } = constraints as {
    readonly minimum?: number;
    readonly maximum?: number;
  };
  if (maximum === undefined) return defaultValue;
  const most = type === "window" ? Math.min(maximum, WINDOW_MAX) : maximum;
  const value = minimum + (most - minimum) * next();
  return type === "number" ? Number(value.toPrecision(3)) : Math.round(value);
}
