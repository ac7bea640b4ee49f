import { assert, assertEquals, assertExists, assertRejects } from "@std/assert";
import { EngineFailure, fetchFailure } from "../../server/web/engine/failure.ts";
import type { SeenMark } from "../../server/web/engine/messages.ts";
import { runCandidate, runRows } from "../../server/web/engine/runs.ts";
import {
  type DailyReturns,
  excessReturns,
  toDailyReturns,
} from "../../server/datasets/daily_returns.ts";
import {
  deepestFall,
  expandSteps,
  fallsFromPeak,
  skippedSignals,
  skipsAt,
} from "../../server/web/model/exposure.ts";
import { skipReasons } from "../../server/web/views/workbench/rows.ts";
import { quickScore } from "../../server/web/model/score.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { CANDIDATE, filesOf, makeClient, PROGRAM } from "../../server/testing/page_client.ts";

const HOLD = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
const FIRST = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };

Deno.test("a run of the page is one call of the engine", async () => {
  const called: string[] = [];
  const counted = async (): Promise<Engine> => {
    const engine = await makeEngine();
    return new Proxy(engine, {
      get: (_, name: keyof Engine) => {
        const member = engine[name];
        if (typeof member !== "function") return member;
        return (...words: never[]) => {
          called.push(name);
          return Reflect.apply(member, engine, words);
        };
      },
    });
  };
  const client = makeClient({ makeEngine: counted });
  await runCandidate(client, CANDIDATE);
  called.length = 0;
  await runCandidate(client, { ...CANDIDATE, capital: "8000000" });
  assertEquals(called, ["show"]);
});

Deno.test("a run of the page has the hash of the server's run, and evaluates to the same", async () => {
  const { post } = await makeArena();
  const client = makeClient();
  const run = await runCandidate(client, CANDIDATE);
  const served = await (await post(`${FAMILY}/simulations/summary`, CANDIDATE)).json();
  assertEquals(run.evidence, served.data.evidence);
  assertEquals(run.metrics, served.data.metrics);
  const scored = await (await post(`${FAMILY}/evaluations`, served.data)).json();
  const { simulation } = await client.simulate("summary", CANDIDATE);
  const { requiredEdge, ...evaluation } = await client.evaluate(simulation, FIRST);
  // Only a service signs, and this worker has no real maturities.
  const none = { real: null, realReason: "no-history" };
  const { receipt, ...figures } = { ...scored.data, ...none };
  assertEquals([evaluation, receipt], [figures, null]);
  // One path has no standard error that an edge could be required at.
  assertEquals([evaluation.verdict.edgeStandardError, requiredEdge], [null, null]);
});

function columnsOf(all: readonly Pick<SeenMark, "column">[]): readonly Float64Array[] {
  return all.flatMap(({ column }) => column ?? []);
}

Deno.test("the trials of the browser count in the verdict and in the luck of a run", async () => {
  const client = makeClient();
  const { simulation } = await client.simulate("summary", HOLD);
  const { verdict, luck } = await client.evaluate(simulation, {
    count: 12,
    counted: true,
    sharpeCount: 300,
    sharpeVariance: 0.01,
  });
  assertEquals([verdict.trials, luck.trials], [{
    count: 12,
    counted: true,
    evaluated: 12,
    searched: 300,
  }, 300]);
  assert(Math.abs(verdict.pAdjusted - (1 - (1 - verdict.pValue) ** 12)) < 1e-9);
  assert((luck.deflatedSharpe ?? NaN) < (luck.probabilisticSharpe ?? NaN));
});

Deno.test("a run brings columns as long as the dataset, and its events", async () => {
  const client = makeClient();
  const run = await runCandidate(client, CANDIDATE);
  const { bars, columns } = await client.columns(1, "hourly");
  const seen = run.seen.flat().flatMap((line) => columnsOf([line, ...line.marks]));
  assert(seen.length > 0);
  const lengths = [run.portfolio.equity, ...seen].map(({ length }) => length);
  assertEquals(new Set(lengths), new Set([bars]));
  assertEquals(columns["ptPrice"]?.length, bars);
  const skips = skippedSignals(run.events);
  assertEquals(skips.reduce((sum, skip) => sum + skip.bars, 0), run.execution.skips);
  const [first] = skips;
  assertExists(first);
  assert(skipsAt(skips, first.at + first.bars - 1).includes(first));
  assert(!skipsAt(skips, first.at + first.bars).includes(first));
});

Deno.test("the columns and rows of a run are those of the full view", async () => {
  const client = makeClient();
  const run = await runCandidate(client, CANDIDATE);
  const rows = await runRows(client, run);
  const { timestamp, header, bars } = await client.columns(1, "hourly");
  const { simulation } = await client.simulate("full", CANDIDATE);
  assert(simulation.view === "full");
  const plain = (table: object) =>
    Object.fromEntries(Object.entries(table).map(([name, column]) => [name, [...column]]));
  assertEquals(plain(rows.portfolio), simulation.portfolio);
  const ledgers = rows.ledgers.map((ledger, component) => ({
    ...plain(ledger),
    skipReason: skipReasons(run.events, component, bars),
  }));
  assertEquals(ledgers, simulation.ledgers);
  assert(ledgers.some(({ skipReason }) => skipReason.some((reason) => reason !== null)));
  assertEquals([...timestamp], simulation.timestamp.map((close) => Date.parse(close)));

  const { equity, ...steps } = run.portfolio;
  const [position, target] = [steps.position, steps.target].map((one) => expandSteps(one, bars));
  assertExists(position);
  assertExists(target);
  assertEquals(equity, rows.portfolio.equity);
  assertEquals(fallsFromPeak(equity, 0), rows.portfolio.drawdown);
  const sumOf = (name: "executedPosition" | "signalTarget"): readonly number[] =>
    Array.from(timestamp, (_, bar) => {
      const own = simulation.ledgers.map((ledger) => (ledger[name][bar] ?? NaN) / 2);
      return bar < header.tradeStartIndex ? 0 : own.reduce((sum, one) => sum + one);
    });
  assertEquals([...position], sumOf("executedPosition"));
  assertEquals([...target], sumOf("signalTarget"));
  assert(Math.max(...target) > Math.max(...position));
});

Deno.test("the curves of Hold and idle have the returns of the engine's benchmarks", async () => {
  const client = makeClient();
  const { simulation } = await client.simulate("summary", CANDIDATE);
  const { benchmark, breakdown } = await client.evaluate(simulation, FIRST);
  const dataset = await client.columns(1, "hourly");
  const { hold, idle } = dataset;
  assertEquals([hold.length, idle.length, hold[0], idle[0]], [dataset.bars, dataset.bars, 1, 1]);
  const meanReturn = (equity: Float64Array): number => {
    const scored = equity.subarray(dataset.header.tradeStartIndex - 1);
    const returns = [...scored.subarray(1)].map((now, bar) => now / (scored[bar] ?? NaN) - 1);
    return returns.reduce((sum, one) => sum + one, 0) / returns.length * 8760;
  };
  // The engine sums in another order.
  assert(Math.abs(meanReturn(hold) - benchmark.annualizedMeanReturn) < 1e-9);
  assert(Math.abs(meanReturn(idle) - breakdown.idle.annualizedMeanReturn) < 1e-9);
});

Deno.test("daily returns, fall and Sharpe ratio in the page are the engine's", async () => {
  const client = makeClient();
  const { hold, idle, holdSharpe, timestamp, header } = await client.columns(1, "hourly");
  const { tradeStartIndex: from } = header;
  const engine = await makeEngine();
  const { simulation } = await client.simulate("summary", HOLD);
  const { benchmark } = await client.evaluate(simulation, FIRST);
  const sharpeOf = (path: Float64Array): number => {
    const daysOf = (one: Float64Array): DailyReturns => toDailyReturns(timestamp, one, from);
    const excess = excessReturns(daysOf(path), daysOf(idle));
    return (engine.sharpeLuck(Float64Array.from(excess)).sharpe ?? NaN) * Math.sqrt(365);
  };
  const near = (one: number | null, other: number | null): void => {
    assert(Math.abs((one ?? NaN) - (other ?? NaN)) < 1e-9, `${one} ${other}`);
  };
  near(deepestFall(hold, from), benchmark.maxDrawdown);
  const { metrics, portfolio } = await runCandidate(client, HOLD);
  const path = portfolio.equity.map((equity) => equity / 100_000);
  near(deepestFall(path, from), metrics.maxDrawdown);
  near(sharpeOf(path), metrics.sharpe);
  near(sharpeOf(hold), holdSharpe);
});

Deno.test("the share of PT in the pool is that of the reserves, PT counted at par", async () => {
  const { columns, poolPtShare, bars } = await makeClient().columns(2, "daily");
  const { totalPt = [], totalSy = [], syIndex = [] } = columns;
  const share = Array.from({ length: bars }, (_, bar) => {
    const [pt = NaN, sy = NaN, index = NaN] = [totalPt[bar], totalSy[bar], syIndex[bar]];
    return pt / (pt + sy * index);
  });
  assertEquals([...poolPtShare], share);
});

Deno.test("a refusal has the engine's sentence and lists all markets", async () => {
  const client = makeClient();
  const wrong = { ...CANDIDATE, marketId: 9 as 1, capital: "x" };
  const { failure } = await assertRejects(() => runCandidate(client, wrong), EngineFailure);
  assert(failure.kind === "rejected");
  assertEquals(failure.fieldErrors.map(({ path }) => path), ["/marketId", "/capital"]);
  assertEquals(failure.fieldErrors[0]?.message, "is 9, must be one of 1, 2, 3");
});

Deno.test("calls that are sent before the engine is loaded wait for it, and fail with it", async () => {
  const failure = fetchFailure("/assets/engine.wasm", "offline");
  let asked = 0;
  const client = makeClient({
    loadProgram: () => ++asked === 1 ? Promise.reject(failure) : Promise.resolve(PROGRAM),
  });
  const calls = [client.arena(), client.columns(1, "hourly"), client.check(HOLD)];
  const errors = await Promise.all(calls.map((call) => assertRejects(() => call, EngineFailure)));
  assertEquals(errors.map((error) => error.failure), calls.map(() => failure.failure));
  const [columns] = await Promise.all([client.columns(1, "hourly"), client.arena()]);
  assertEquals([columns.bars > 0, asked], [true, 2]);
});

Deno.test("a dataset that fails to load fails its call, and the next call loads it", async () => {
  let asked = 0;
  const { loadDataset } = filesOf();
  const client = makeClient({
    loadDataset: (entry, engine) =>
      ++asked === 1
        ? Promise.reject(fetchFailure(entry.url, "offline"))
        : loadDataset(entry, engine),
  });
  const { failure } = await assertRejects(() => client.columns(2, "daily"), EngineFailure);
  assertEquals(failure.detail, "Cannot load /assets/susdf-daily.f64: offline");
  assertEquals((await client.columns(2, "daily")).header.marketKey, "susdf");
});

Deno.test("the score at once is the score of the evaluation", async () => {
  const client = makeClient();
  const { simulation } = await client.simulate("summary", CANDIDATE);
  const { score, benchmarkUtility, idleUtility } = await client.evaluate(simulation, FIRST);
  const { profile } = await client.arena();
  const quick = quickScore(simulation.metrics, profile, { benchmarkUtility, idleUtility });
  assertEquals(quick, { score, idle: 100 * idleUtility / benchmarkUtility });
});
