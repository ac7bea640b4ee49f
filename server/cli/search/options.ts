import { TOP_DEFAULT, TOP_MAX } from "../../contracts/top.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import { readCommand, usageLine, type Values } from "../command_line.ts";
import { parseAxis, toValue } from "../../search/plan/axis_flag.ts";
import { FOLDER, SEARCH } from "./search_command.ts";

type SearchValues = Values<typeof SEARCH["options"]>;

/** The options of the command. */
export interface SearchOptions {
  /** The plan as written; the engine is needed to check it. */
  readonly plan: Readonly<Record<string, unknown>>;
  /** Folder of a finished search to continue; null: none. */
  readonly from: string | null;
  /** Name of the plan in messages. */
  readonly name: string;
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
const PLAN_FLAGS = ["market", "over", "strategy", "timeframe", "axis"] as const;
/** Largest plan file. */
const PLAN_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Parses the arguments of the command.
 *
 * @throws {StartError} with the reason and the usage
 */
export async function readSearchOptions(words: readonly string[]): Promise<SearchOptions> {
  const { values, operands: [file = null] } = readCommand(SEARCH, words);
  const named = PLAN_FLAGS.filter((name) => values[name] !== undefined);
  if (file === null && named.length === 0) {
    throw new StartError(`Cannot search: there is no plan\n${usageLine(SEARCH)}`);
  }
  if (file !== null && named.length > 0) {
    throw new StartError(
      `Cannot search: ${file} has the plan, leave out --${named[0]}\n${usageLine(SEARCH)}`,
    );
  }
  const written = file === null ? fromFlags(values) : await readPlan(file);
  const points = values.points;
  if (points !== undefined && points !== "all" && points !== "none") {
    throw new StartError(`Cannot search: --points is ${points}, must be all or none`);
  }
  const stem = file?.split("/").at(-1)?.replace(/\.json$/, "") ??
    `${values.strategy ?? "search"}-${values.market ?? "0"}`;
  return {
    plan: { ...written, ...overrides(values, written["method"]) },
    from: values.from ?? null,
    name: file ?? "the plan",
    out: values.out ?? `${FOLDER}/${stem}`,
    topMax: whole("top", values.top, [1, TOP_MAX]) ?? TOP_DEFAULT,
    keepsPoints: points === undefined ? null : points === "all",
    workers: whole("workers", values.workers, [1, 256]) ?? 0,
    isDry: values["dry-run"] ?? false,
    isJson: values.json ?? false,
  };
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

function fromFlags(
  { market = "1", over, strategy, timeframe, axis = [] }: SearchValues,
): Record<string, unknown> {
  if (strategy === undefined) refuse("--strategy is missing");
  const ids = market.split(",").map(Number);
  const base = {
    marketId: ids[0],
    ...(timeframe !== undefined && { timeframe }),
    components: strategy.split(",").map((strategyId) => ({ strategyId })),
  };
  const markets = ids.length > 1 || over !== undefined
    ? { markets: { ids, ...(over !== undefined && { by: over }) } }
    : {};
  return { base, axes: axis.map(parseAxis), ...markets };
}

/** Returns the parts of a plan that flags override, in a file or not. */
function overrides(values: SearchValues, written: unknown): Record<string, unknown> {
  const {
    method,
    count,
    seed,
    patience,
    enqueue,
    aim,
    evaluate,
    where,
    folds,
    rolling,
    holdout,
    purge,
    embargo,
  } = values;
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
  const isDrawn = [method, count, seed, patience].some((value) => value !== undefined);
  const known = typeof written === "object" && method === undefined ? written : null;
  const drawn: Record<string, unknown> = {
    kind: method ?? "sobol",
    ...known,
    ...number("count", count),
    ...number("seed", seed),
    ...number("patience", patience),
  };
  if (isDrawn) checkDrawn(drawn, values);
  return {
    ...(isDrawn && { method: drawn }),
    ...(where !== undefined && { constraints: where.map(parseConstraint) }),
    ...(aim !== undefined && { aim }),
    ...(enqueue !== undefined && { enqueue: enqueue.map(parseEnqueued) }),
    ...number("evaluate", evaluate),
    ...(windows && { windows }),
  };
}

/** @throws {StartError} when a flag would have no effect */
function checkTogether({ folds, holdout, ...values }: SearchValues): void {
  const named = (names: readonly (keyof typeof values)[]): string | undefined =>
    names.find((name) => values[name] !== undefined);
  if (folds !== undefined && holdout !== undefined) refuse("take --folds or --holdout, not both");
  const apart = folds ?? holdout ? undefined : named(["rolling", "purge", "embargo"]);
  if (apart !== undefined) refuse(`--${apart} needs --folds or --holdout`);
  if (folds === undefined && values.rolling) refuse("--rolling needs --folds");
}

/** @throws {StartError} when a method lacks its count, or has one without drawing */
function checkDrawn(
  drawn: Readonly<Record<string, unknown>>,
  { method, count, seed, patience }: SearchValues,
): void {
  if (drawn["kind"] === "grid" && (count ?? seed ?? patience) !== undefined) {
    refuse(
      "a grid has all its levels: leave out --count, --seed and --patience, or name another " +
        "--method",
    );
  }
  if (drawn["kind"] === "grid" || drawn["count"] !== undefined) return;
  const draws = seed === undefined ? "--patience" : "--seed";
  const given = method === undefined ? draws : `--method ${method}`;
  const otherwise = method === undefined ? "; without both, the search is a grid" : "";
  refuse(`${given} needs --count, the number of candidates to draw${otherwise}`);
}

/** @throws {StartError} always */
function refuse(sentence: string): never {
  throw new StartError(`Cannot search: ${sentence}\n${usageLine(SEARCH)}`);
}

/** Parses a candidate such as `period=14,oversold=30`; windows may have a `d`. */
function parseEnqueued(text: string): Record<string, number | string> {
  const parts = text.split(",").map((part) => /^([^=]+)=(.+)$/.exec(part));
  return Object.fromEntries(parts.map((part) => {
    const [, name, value] = part ?? [];
    if (name !== undefined && value !== undefined) return [name, toValue(value)];
    throw new StartError(`Cannot read --enqueue ${text}: it is not NAME=VALUE,NAME=VALUE`);
  }));
}

/** Parses a bound such as `fills>=5`; the schema of the plan checks the name of the figure. */
function parseConstraint(text: string): Record<string, unknown> {
  const [, figure, sign, bound] = /^(\w+)(>=|<=)(-?[\d.]+(?:e-?\d+)?)$/.exec(text) ?? [];
  if (bound !== undefined) return { figure, [sign === ">=" ? "min" : "max"]: Number(bound) };
  throw new StartError(`Cannot read --where ${text}: it is not FIGURE>=N or FIGURE<=N`);
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
