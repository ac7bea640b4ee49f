// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { type SearchPlan, SearchPlanSchema } from "../../contracts/plan.ts";
import { TOP_DEFAULT, TOP_MAX } from "../../contracts/search.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import { parseAxis } from "../../search/axis_flag.ts";

const USAGE = `Usage:
  search plan.json [OPTIONS]
  search --market ID --strategy ID [--timeframe hourly|daily] --axis NAME=MIN..MAX[:STEPS][:log] \\
    --axis NAME=VALUE,VALUE [--method grid|random|sobol|halving|adaptive] [--count N] [--seed N] \\
    [--aim FIGURE] [--evaluate N] [--where "FIGURE>=N"|"FIGURE<=N"] \\
    [--folds N [--rolling] | --holdout SHARE] [--purge BARS] [--embargo BARS] [OPTIONS]
OPTIONS: --out FOLDER  --top N  --points all|none  --workers N  --dry-run  --json`;

const OPTIONS = {
  "market": { type: "string" },
  "strategy": { type: "string" },
  "timeframe": { type: "string" },
  "axis": { type: "string", multiple: true },
  "method": { type: "string" },
  "count": { type: "string" },
  "seed": { type: "string" },
  "aim": { type: "string" },
  "evaluate": { type: "string" },
  "where": { type: "string", multiple: true },
  "folds": { type: "string" },
  "rolling": { type: "boolean" },
  "holdout": { type: "string" },
  "purge": { type: "string" },
  "embargo": { type: "string" },
  "out": { type: "string" },
  "top": { type: "string" },
  "points": { type: "string" },
  "workers": { type: "string" },
  "dry-run": { type: "boolean" },
  "json": { type: "boolean" },
} as const;

type Values = {
  [name in keyof typeof OPTIONS]?: typeof OPTIONS[name] extends { type: "boolean" } ? boolean
    : typeof OPTIONS[name] extends { multiple: true } ? string[]
    : string;
};

/** The options of the command. */
export interface SearchOptions {
  readonly plan: SearchPlan;
  /** Folder of the store and the results. */
  readonly out: string;
  readonly topMax: number;
  /** Whether all points are kept; null: unless there are many. */
  readonly keepsPoints: boolean | null;
  /** Number of workers; 0: one per core. */
  readonly workers: number;
  readonly isDry: boolean;
  readonly isJson: boolean;
}

/** Flags that a plan file replaces. */
const PLAN_FLAGS = ["market", "strategy", "timeframe", "axis"] as const;
const FOLDER = "data/searches";
/** Largest plan file. */
const PLAN_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Parses the arguments of the command.
 *
 * @throws {StartError} with the reason and the usage
 */
export async function readSearchOptions(words: readonly string[]): Promise<SearchOptions> {
  const { values, file } = parse(words);
  const named = PLAN_FLAGS.filter((name) => values[name] !== undefined);
  if (file === null && named.length === 0) throw new StartError(USAGE);
  if (file !== null && named.length > 0) {
    throw new StartError(`Cannot search: ${file} has the plan, leave out --${named[0]}\n${USAGE}`);
  }
  const written = file === null ? fromFlags(values) : await readPlan(file);
  const plan = checked({ ...written, ...overrides(values, written["method"]) }, file ?? "the plan");
  const points = values.points;
  if (points !== undefined && points !== "all" && points !== "none") {
    throw new StartError(`Cannot search: --points is ${points}, must be all or none`);
  }
  const stem = file?.split("/").at(-1)?.replace(/\.json$/, "") ??
    `${values.strategy ?? "search"}-${values.market ?? "0"}`;
  return {
    plan,
    out: values.out ?? `${FOLDER}/${stem}`,
    topMax: whole("top", values.top, [1, TOP_MAX]) ?? TOP_DEFAULT,
    keepsPoints: points === undefined ? null : points === "all",
    workers: whole("workers", values.workers, [1, 256]) ?? 0,
    isDry: values["dry-run"] ?? false,
    isJson: values.json ?? false,
  };
}

function parse(
  words: readonly string[],
): { readonly values: Values; readonly file: string | null } {
  try {
    const { values, positionals: [file = null, ...more] } = parseArgs({
      args: [...words],
      options: OPTIONS,
      allowPositionals: true,
    });
    if (more.length > 0) throw new Error(`Cannot search: there is one plan too many, ${more[0]}`);
    return { values, file };
  } catch (cause) {
    throw new StartError(`${messageOf(cause)}\n${USAGE}`, { cause });
  }
}

async function readPlan(file: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    const { size } = await Deno.stat(file);
    if (size > PLAN_BYTES_MAX) throw new Error(`it has ${size} bytes`);
    text = await Deno.readTextFile(file);
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
  try {
    const plan: unknown = JSON.parse(text);
    if (typeof plan === "object" && plan !== null && !Array.isArray(plan)) return { ...plan };
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
  throw new StartError(`Cannot read ${file}: it is not a JSON object`);
}

function fromFlags({ market, strategy, timeframe, axis = [] }: Values): Record<string, unknown> {
  if (strategy === undefined) {
    throw new StartError(`Cannot search: --strategy is missing\n${USAGE}`);
  }
  const base = {
    marketId: Number(market ?? 1),
    ...(timeframe !== undefined && { timeframe }),
    components: strategy.split(",").map((strategyId) => ({ strategyId })),
  };
  return { base, axes: axis.map(parseAxis) };
}

/** Returns the parts of a plan that flags override, in a file or not. */
function overrides(values: Values, written: unknown): Record<string, unknown> {
  const { method, count, seed, aim, evaluate, where, folds, rolling, holdout, purge, embargo } =
    values;
  checkTogether(values);
  const number = (name: string, text: string | undefined): Record<string, number> =>
    text === undefined ? {} : { [name]: Number(text) };
  const apart = { ...number("purge", purge), ...number("embargo", embargo) };
  const windows = holdout !== undefined
    ? { kind: "holdout", ...number("share", holdout), ...apart }
    : folds !== undefined
    ? {
      kind: "walkForward",
      ...number("folds", folds),
      mode: rolling ? "rolling" : "anchored",
      ...apart,
    }
    : null;
  const isDrawn = method !== undefined || count !== undefined || seed !== undefined;
  const known = typeof written === "object" && method === undefined ? written : null;
  const counted = { ...number("count", count), ...number("seed", seed) };
  return {
    ...(isDrawn && { method: { kind: method ?? "sobol", ...known, ...counted } }),
    ...(where !== undefined && { constraints: where.map(parseConstraint) }),
    ...(aim !== undefined && { aim }),
    ...number("evaluate", evaluate),
    ...(windows && { windows }),
  };
}

/** @throws {StartError} when a flag would have no effect */
function checkTogether({ method, count, seed, folds, holdout, ...values }: Values): void {
  const named = (names: readonly (keyof typeof values)[]): string | undefined =>
    names.find((name) => values[name] !== undefined);
  const refuse = (sentence: string): never => {
    throw new StartError(`Cannot search: ${sentence}\n${USAGE}`);
  };
  if (folds !== undefined && holdout !== undefined) refuse("take --folds or --holdout, not both");
  const apart = folds ?? holdout ? undefined : named(["rolling", "purge", "embargo"]);
  if (apart !== undefined) refuse(`--${apart} needs --folds or --holdout`);
  if (folds === undefined && values.rolling) refuse("--rolling needs --folds");
  if (method === "grid" && (count ?? seed) !== undefined) {
    refuse("a grid has all its levels: leave out --count and --seed");
  }
}

/** Parses a bound such as `fills>=5`; the schema of the plan checks the name of the figure. */
function parseConstraint(text: string): Record<string, unknown> {
  const [, figure, sign, bound] = /^(\w+)(>=|<=)(-?[\d.]+(?:e-?\d+)?)$/.exec(text) ?? [];
  if (bound !== undefined) return { figure, [sign === ">=" ? "min" : "max"]: Number(bound) };
  throw new StartError(`Cannot read --where ${text}: it is not FIGURE>=N or FIGURE<=N`);
}

function checked(plan: unknown, name: string): SearchPlan {
  const outcome = SearchPlanSchema.safeParse(plan);
  if (outcome.success) return outcome.data;
  const lines = outcome.error.issues.slice(0, 10).map(({ path, message }) =>
    `  /${path.join("/")} ${message}`
  );
  throw new StartError([`Cannot use ${name}: it is not a search plan`, ...lines].join("\n"));
}

function whole(
  name: string,
  text: string | undefined,
  [least, most]: readonly [number, number],
): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new StartError(
    `Cannot search: --${name} is ${text}, must be a whole number from ${least} to ${most}`,
  );
}
