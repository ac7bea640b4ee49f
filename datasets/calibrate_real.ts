/**
 * Measures how well the made world predicts real maturities, and writes the tables of
 * `engine-rs/RULES.md` 6.8: `deno task datasets:official real`. Takes about a minute.
 *
 * @module
 */
import type { Evaluation } from "../server/contracts/types.ts";
import { UNCOUNTED } from "../server/contracts/trial.ts";
import { loadWithReal } from "../server/datasets/loader.ts";
import type { Engine } from "../server/engine/engine.ts";
import { compileEngine, loadEngine } from "../server/engine/load.ts";
import { okBytes, okJson } from "../server/engine/wire.ts";
import { Engine as Generator } from "./engine.ts";
import { type Row, toMarkdown } from "./markdown.ts";
import { mean, quantile } from "../server/datasets/path_figures/numbers.ts";
import { print } from "../server/process/output.ts";
import { readEntries } from "./manifest.ts";
import { measureFolder } from "./report/folder.ts";
import { spread } from "./report/generated.ts";
import { column } from "./table.ts";
import { type Columns, parseColumns } from "../server/datasets/csv.ts";

const MARKET = { marketId: 1, timeframe: "daily" } as const;
const RULES = new URL("../engine-rs/RULES.md", import.meta.url);
const BOX = new URL("real/", import.meta.url);
/** Random sets of parameters of each strategy, and the seed of their draws. */
const DRAWS = 60;
const SEED = 1;
/** A random number lies between its default and this many times it, or as many times less. */
const SPREAD = 2;
/** Least edge of a serious candidate. */
const SERIOUS = -0.01;
const BEST = 20;
/** Generated paths whose level and pool are compared. */
const PATHS = 100;
const PLACES = ["strategies", "draws", "facts"] as const;

/** The edge and the score of a candidate on generated paths, and its `real` block. */
export interface Measured {
  readonly strategyId: string;
  readonly edge: number;
  readonly score: number;
  readonly eligible: boolean;
  readonly real: NonNullable<Evaluation["real"]>;
}

interface Strategy {
  readonly strategyId: string;
  readonly language?: unknown;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: "string" | "window" | "number" | "integer";
    readonly defaultValue: number | string;
    readonly constraints: { readonly enum?: readonly string[] };
  }[];
}

/** Returns an engine with the official datasets and the box. */
export async function openEngine(): Promise<Engine> {
  const engine = loadEngine(await compileEngine());
  for (const dataset of await loadWithReal(null, print)) okBytes(engine.addDataset(dataset));
  return engine;
}

/** Evaluates every strategy at its defaults; those that cannot run on the box are left out. */
export function measureStrategies(engine: Engine): readonly Measured[] {
  return strategiesOf(engine).map(({ strategyId }) => measure(engine, strategyId, {}))
    .filter((one) => one !== null);
}

/** Returns the strategies of the catalogue that have defaults. */
export function strategiesOf(engine: Engine): readonly Strategy[] {
  const { strategies } = okJson(engine.strategyCatalogue()) as {
    readonly strategies: readonly Strategy[];
  };
  return strategies.filter(({ language }) => language === undefined);
}

/** Returns null for a candidate that no real maturity runs, or that the engine refuses. */
function measure(engine: Engine, strategyId: string, strategyParams: object): Measured | null {
  const candidate = { ...MARKET, components: [{ strategyId, strategyParams }] };
  const evaluation = evaluateNow(engine, candidate);
  if (!evaluation?.real) return null;
  const { verdict: { edge }, score, eligibility: { eligible }, real } = evaluation;
  return { strategyId, edge, score, eligible, real };
}

/** Evaluates a candidate; null for one that the engine refuses. */
export function evaluateNow(engine: Engine, candidate: object): Evaluation | null {
  const request = { view: "summary", simulationId: "calibrate", candidate };
  const encode = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  if (new TextDecoder().decode(engine.check(encode(candidate))).startsWith('{"error"')) return null;
  const payload = okBytes(engine.simulate(encode(request)).bytes);
  return okJson(engine.evaluate(encode({}), payload, UNCOUNTED)) as Evaluation;
}

/** Evaluates random sets of parameters: each number log-uniform about its default. */
function measureDraws(engine: Engine): readonly Measured[] {
  const next = random(SEED);
  return strategiesOf(engine).flatMap((strategy) => {
    if (measure(engine, strategy.strategyId, {}) === null) return [];
    const found: Measured[] = [];
    while (found.length < DRAWS) {
      const one = measure(engine, strategy.strategyId, drawn(strategy, next));
      if (one !== null) found.push(one);
    }
    return found;
  });
}

function drawn({ parameters }: Strategy, next: () => number): object {
  return Object.fromEntries(parameters.map(({ name, type, defaultValue, constraints }) => {
    const draw = next();
    if (typeof defaultValue === "string") {
      const choices = constraints.enum ?? [defaultValue];
      return [name, choices[Math.floor(draw * choices.length)]];
    }
    const number = defaultValue * SPREAD ** (2 * draw - 1);
    return [name, type === "number" ? number : Math.max(1, Math.round(number))];
  }));
}

/** The generator of Park and Miller: equal on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
}

/** Returns Spearman's rank correlation; equal values share the mean of their ranks. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  const [x, y] = [ranksOf(one), ranksOf(other)];
  const centre = (one.length + 1) / 2;
  const sum = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, rank, at) => total + (rank - centre) * ((b[at] ?? NaN) - centre), 0);
  return sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y));
}

function ranksOf(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** Returns the order of every strategy at its defaults, and how well it is predicted. */
export function strategyTable(measured: readonly Measured[]): string {
  const rows = measured.toSorted((one, other) => other.real.edge - one.real.edge).map((
    { strategyId, edge, score, real },
  ) => [strategyId, percent(real.edge), percent(edge), score.toFixed(1)]);
  const [byEdge, byScore] = agreement(measured);
  return `Over ${measured.length} strategies at their defaults the order by \`verdict.edge\` agrees ` +
    `with the order\non the real maturities with Spearman **${byEdge}**, the order by \`score\` ` +
    `with ${byScore}.\n\n` +
    toMarkdown(["strategy", "real edge, %/y", "edge, %/y", "score"], rows);
}

/** Returns Spearman's correlation of edges and of scores with the real edges. */
export function agreement(measured: readonly Measured[]): readonly [string, string] {
  const real = measured.map((one) => one.real.edge);
  const by = (of: (one: Measured) => number): string => spearman(measured.map(of), real).toFixed(2);
  return [by(({ edge }) => edge), by(({ score }) => score)];
}

/** Returns a table that compares the edges of random candidates on generated and on real data. */
function drawTable(measured: readonly Measured[]): string {
  const serious = measured.filter(({ edge, real }) =>
    edge > SERIOUS && real.rows.some(({ fills }) => (fills ?? 0) > 0)
  );
  const best = (of: (one: Measured) => number): string =>
    meanText(measured.toSorted((one, other) => of(other) - of(one)).slice(0, BEST));
  const eligible = measured.filter((one) => one.eligible);
  return toMarkdown([`of ${measured.length} candidates`, "by `edge`", "by `score`"], [
    ["Spearman with the real edge, all", ...agreement(measured)],
    [`the ${serious.length} of an edge above -1 %/y that fill`, ...agreement(serious)],
    [
      `best ${BEST}: mean real edge; how many beat Hold and idle`,
      best(({ edge }) => edge),
      best(({ score }) => score),
    ],
    [`\`eligible\` (${eligible.length}): the same`, meanText(eligible), ""],
    ["all: the same", meanText(measured), ""],
  ]);
}

function meanText(measured: readonly Measured[]): string {
  const mean = measured.reduce((sum, { real }) => sum + real.edge, 0) / measured.length;
  const ahead = measured.filter(({ real }) => real.edge > 0).length;
  return `${percent(mean)} %/y; ${ahead} of ${measured.length}`;
}

/** Returns the facts of the generator beside those of the maturities. */
async function factTable(): Promise<string> {
  const generator = await Generator.load();
  const { head, rows } = await measureFolder(generator, BOX);
  const kept = head.map((name) => name !== "real sUSDe" && !/generated (susdf|ghousd)/.test(name));
  const pick = (row: Row): Row => row.filter((_, at) => kept[at]);
  const entries = await readEntries(BOX);
  const real = await Promise.all(entries.map(({ file }) => Deno.readTextFile(new URL(file, BOX))));
  const made = Array.from(
    { length: PATHS },
    (_, at) => generator.generate({ marketKey: "susde", timeframe: "daily", seed: at + 1 }).csv,
  );
  const level = (table: Columns): number => 100 * mean([...column(table, "impliedApy")]);
  const pool = (table: Columns): number => quantile([...column(table, "tvl")], 0.5) / 1e6;
  const share = (table: Columns): number => 100 * mean(shareOf(table));
  return toMarkdown(pick(head), [
    factRow("mean of implied, %", { digits: 1, real, made, of: level }),
    factRow("value of the pool, median, millions", { digits: 0, real, made, of: pool }),
    factRow("PT's share of it, mean, %", { digits: 0, real, made, of: share }),
    ...rows.filter((row) => row.at(1) !== "-").map(pick),
  ]);
}

/** Returns a fact of each real file, and its median over the generated ones with 80 % of them. */
function factRow(
  name: string,
  { digits, real, made, of }: {
    readonly digits: number;
    readonly real: readonly string[];
    readonly made: readonly string[];
    readonly of: (table: Columns) => number;
  },
): Row {
  const own = real.map((csv) => of(parseColumns(name, csv)).toFixed(digits));
  const { median, low, high } = spread(made.map((csv) => of(parseColumns(name, csv))), 0.1);
  const [middle, from, to] = [median, low, high].map((value) => value.toFixed(digits));
  return [name, ...own, `${middle} [${from} ${to}]`];
}

function shareOf(table: Columns): readonly number[] {
  const [value, sy, index] = ["tvl", "totalSy", "syIndex"].map((name) => [...column(table, name)]);
  return (value ?? []).map((all, at) => 1 - (sy?.[at] ?? NaN) * (index?.[at] ?? NaN) / all);
}

function percent(value: number): string {
  return (100 * value).toFixed(2);
}

/** Returns a part of the rules between its markers, with the text around it. */
export function partOf(rules: string, place: typeof PLACES[number]): readonly string[] {
  const begin = `<!-- real ${place} -->\n<!-- deno-fmt-ignore-start -->\n`;
  const end = `<!-- deno-fmt-ignore-end -->\n<!-- real ${place} end -->\n`;
  const [before = "", rest = ""] = rules.split(begin);
  const [part = "", after = ""] = rest.split(end);
  return [before + begin, part, end + after];
}

/** Measures, and writes the tables of the rules. */
export async function runReal(): Promise<void> {
  const engine = await openEngine();
  const texts = {
    strategies: `Measured on ${new Date().toISOString().slice(0, 10)} by \`deno task ` +
      `datasets:official real\`.\n${strategyTable(measureStrategies(engine))}`,
    draws: drawTable(measureDraws(engine)),
    facts: await factTable(),
  };
  let rules = await Deno.readTextFile(RULES);
  for (const place of PLACES) {
    const [before, , after] = partOf(rules, place);
    rules = `${before}\n${texts[place]}\n\n${after}`;
    print(`${texts[place]}\n`);
  }
  await Deno.writeTextFile(RULES, rules);
}
