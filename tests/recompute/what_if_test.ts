import { assert, assertEquals } from "@std/assert";
import { FullSimulationSchema } from "../../server/contracts/simulation.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import type { Evaluation, FullSimulation } from "../../server/contracts/types.ts";
import type { WhatIf } from "../../server/contracts/what_if.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { officialParts } from "../../server/testing/official.ts";
import { Bars, dailyOf, sum, utilityOf } from "./bars.ts";
import { type Order, type Rerun, rerun } from "./rerun.ts";

const { datasets, engine } = await officialParts();
const expression = (target: string): object => ({
  strategyId: "expression",
  strategyParams: { target },
});

/** Candidates with all kinds of targets, one that reads its capital in each way, and a portfolio. */
const COMPONENTS: readonly (readonly object[])[] = [
  [{ strategyId: "yield-rsi" }],
  [{ strategyId: "maturity-ramp" }],
  [{ strategyId: "depth-scaled-carry" }],
  [expression("if(logYield > mean(logYield, 5d), clip(1e5 / capital, 0, 1), 0)")],
  [
    { strategyId: "yield-bollinger", weightBps: 3_000 },
    { strategyId: "pull-to-par-hold", weightBps: 5_000 },
    { ...expression("0"), weightBps: 2_000 },
  ],
];

Deno.test("every figure of what if follows from the rules, to 1e-12", () => {
  let found = 0;
  for (const { header: { marketId, timeframe } } of datasets) {
    const isHourly = timeframe === "hourly";
    if (isHourly && marketId > 1) continue;
    for (const components of COMPONENTS.slice(isHourly ? -1 : 0)) {
      const { whatIf } = new Check({ marketId, timeframe, components }).run();
      found += Number(whatIf.breakEvenCapital !== null) + Number(whatIf.breakEvenFeeBps !== null);
    }
  }
  assert(found >= 6, `${found} break-evens`);
});

interface PassiveLine {
  readonly utility: number;
  readonly daily: readonly number[];
}

class Check {
  readonly #linesByFee = new Map<number, readonly PassiveLine[]>();
  readonly #candidate: object;
  readonly #bars: Bars;
  readonly #evaluation: Evaluation;
  readonly #run: FullSimulation;

  constructor(
    candidate: {
      readonly marketId: number;
      readonly timeframe: string;
      readonly components: readonly object[];
    },
  ) {
    this.#candidate = candidate;
    const dataset = datasets.find(({ header }) =>
      header.marketId === candidate.marketId && header.timeframe === candidate.timeframe
    );
    assert(dataset !== undefined);
    this.#bars = new Bars(dataset);
    const request = { view: "summary", simulationId: "run", candidate };
    const payload = okBytes(engine.simulate(encoded(request)).bytes).slice();
    const answer = engine.evaluate(encoded({}), payload, UNCOUNTED);
    this.#evaluation = okValue(EvaluationSchema, answer);
    this.#run = this.#simulate({});
  }

  #simulate(changes: object): FullSimulation {
    const candidate = { ...this.#candidate, ...changes };
    const request = { view: "full", simulationId: "run", candidate };
    return okValue(FullSimulationSchema, engine.simulate(encoded(request)).bytes);
  }

  run(): Evaluation {
    const { whatIf, scenarioResult, score } = this.#evaluation;
    const official = whatIf.costs[1];
    close(official?.utility, scenarioResult.utilityScore);
    close(official?.score, score);
    assertEquals(official?.fills, this.#evaluation.diagnostics.fills);
    for (const one of whatIf.costs) {
      const { scalarRoot } = this.#bars.dataset.header;
      this.#expectCase(one, {
        feeBps: 2 * one.times,
        scalarRoot: one.times === 0 ? Infinity : scalarRoot / one.times,
      });
    }
    const { ledgers } = this.#run;
    const targets = ledgers.map(({ signalTarget }) => [0, ...signalTarget.slice(0, -1)]);
    this.#expectCase(whatIf.nextBar, { targets });
    for (const one of whatIf.capital) this.#expectCase(one, this.#withCapital(one.capital));
    this.#expectBreakEvens(whatIf);
    this.#expectStretches(whatIf);
    this.#expectCorrelations(whatIf);
    return this.#evaluation;
  }

  #withCapital(capital: number): Partial<Order> {
    const { ledgers } = this.#simulate({ capital: `${capital}` });
    return { capital, targets: ledgers.map(({ signalTarget }) => signalTarget) };
  }

  #rerun(changes: Partial<Order>): Rerun {
    const { candidate, ledgers } = this.#run;
    return rerun(this.#bars, {
      capital: Number(candidate.capital),
      weights: candidate.components.map(({ weightBps }) => weightBps / 1e4),
      targets: ledgers.map(({ signalTarget }) => signalTarget),
      feeBps: 2,
      scalarRoot: this.#bars.dataset.header.scalarRoot,
      ...changes,
    });
  }

  /** Returns the utilities of Hold and idle, and their growth each day. */
  #lines(feeBps = 2): readonly PassiveLine[] {
    const known = this.#linesByFee.get(feeBps) ?? this.#linesOf(feeBps);
    this.#linesByFee.set(feeBps, known);
    return known;
  }

  #linesOf(feeBps: number): readonly PassiveLine[] {
    const bars = this.#bars;
    const fee = feeBps / 1e4;
    const held = 1 / (1 + fee);
    const [price, index] = ["ptPrice", "syIndex"].map((name) => (at: number) => bars.get(name, at));
    assert(price !== undefined && index !== undefined);
    const scored = Array.from({ length: bars.count - bars.start }, (_, at) => bars.start + at);
    const hold = scored.map((at) => {
      const end = Math.min(at, bars.end);
      const value = held * price(end) / price(bars.start);
      return at > end ? value * index(at) / index(end) : value;
    });
    const idle = scored.map((at) => index(at) / index(bars.start));
    return [[hold, held, fee * held] as const, [idle, 0, 0] as const].map(([path, ...costs]) => ({
      utility: utilityOf(bars, 1, path, ...costs),
      daily: dailyOf(bars, 1, path),
    }));
  }

  #edge(utility: number, feeBps = 2): number {
    return utility - Math.max(...this.#lines(feeBps).map((line) => line.utility));
  }

  #expectCase(one: WhatIf["nextBar"], changes: Partial<Order>): void {
    const found = this.#rerun(changes);
    const feeBps = changes.feeBps ?? 2;
    const [hold] = this.#lines(feeBps);
    close(one.utility, found.utility);
    close(one.edge, this.#edge(found.utility, feeBps));
    close(one.score / 100, found.utility / Math.max(hold?.utility ?? NaN, 1e-4));
    assertEquals(one.fills, found.fills);
    if (found.filledShare === null) assertEquals(one.filledShare, null);
    else close(one.filledShare, found.filledShare);
  }

  #expectBreakEvens({ breakEvenCapital, breakEvenFeeBps, capital: table }: WhatIf): void {
    const has = (changes: Partial<Order>): boolean =>
      this.#edge(this.#rerun(changes).utility, changes.feeBps) > 1e-9;
    const at = table.findIndex((one, place) =>
      one.edge > 1e-9 && (table[place + 1]?.edge ?? 1) <= 1e-9
    );
    const pair = [table[at]?.capital ?? NaN, table[at + 1]?.capital ?? NaN];
    for (let step = 0; step < 6 && at >= 0; step++) {
      const middle = Math.floor(Math.sqrt((pair[0] ?? NaN) * (pair[1] ?? NaN)));
      pair[has(this.#withCapital(middle)) ? 0 : 1] = middle;
    }
    assertEquals(breakEvenCapital, at < 0 ? null : pair[0]);
    const roots = [0, 8];
    // The same trades under every fee.
    const trades = { isFree: true, targets: this.#rerun({}).positions };
    const isBetween = has({ ...trades, feeBps: 0 }) && !has({ ...trades, feeBps: 64 });
    for (let step = 0; step < 8 && isBetween; step++) {
      const middle = sum(roots) / 2;
      roots[has({ ...trades, feeBps: middle ** 2 }) ? 0 : 1] = middle;
    }
    assertEquals(breakEvenFeeBps, isBetween ? (roots[0] ?? NaN) ** 2 : null);
  }

  #expectStretches({ thirds, worstDays }: WhatIf): void {
    const { daily } = this.#rerun({});
    const growth = (days: readonly number[]): number =>
      days.reduce((all, day) => all * (1 + day), 1) - 1;
    const starts = daily.slice(29).map((_, at) => growth(daily.slice(at, at + 30)));
    const worst = starts.indexOf(Math.min(...starts));
    const third = (at: number): number => Math.floor(daily.length * at / 3);
    const days = this.#run.timestamp.slice(this.#bars.start);
    const ends = days.flatMap((_, at) => this.#bars.isClose(this.#bars.start + at) ? [at] : []);
    const expected = [[0, 1], [1, 2], [2, 3]].map(([a = 0, b = 0]) => [third(a), third(b)]);
    for (const [at, [from = 0, to = 0]] of [...expected, [worst, worst + 30]].entries()) {
      const one = at < 3 ? thirds[at] : worstDays;
      assert(one);
      close(one.return, growth(daily.slice(from, to)));
      const [hold, idle] = this.#lines().map((line) => growth(line.daily.slice(from, to)));
      close(one.holdReturn, hold);
      close(one.idleReturn, idle);
      assertEquals([one.days, one.from, one.to], [
        to - from,
        days[from === 0 ? 0 : (ends[from - 1] ?? NaN) + 1],
        days[ends[to - 1] ?? NaN],
      ]);
    }
  }

  #expectCorrelations({ correlations }: WhatIf): void {
    const idle = this.#lines()[1]?.daily ?? [];
    const all = this.#rerun({}).sleeves.map((days) => {
      const excess = days.map((day, at) => day - (idle[at] ?? NaN));
      return excess.map((day) => day - sum(excess) / excess.length);
    });
    const product = (a: readonly number[], b: readonly number[]): number =>
      sum(a.map((day, at) => day * (b[at] ?? NaN)));
    if (all.length === 1) return assertEquals(correlations, null);
    for (const [at, one] of all.entries()) {
      for (const [with_, other] of all.entries()) {
        const sizes = Math.sqrt(product(one, one)) * Math.sqrt(product(other, other));
        const found = correlations?.[at]?.[with_] ?? null;
        if (sizes < 1e-12) assertEquals(found, null);
        else close(found, product(one, other) / sizes);
      }
    }
  }
}

function close(found: number | null | undefined, expected: number | undefined): void {
  const [one, other] = [found ?? NaN, expected ?? NaN];
  assert(Math.abs(one - other) <= 1e-12, `${found} is not ${expected}`);
}
