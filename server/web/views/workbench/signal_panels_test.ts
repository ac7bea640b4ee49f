import { assertEquals, assertExists } from "@std/assert";
import type { Run, SeenLine } from "../../engine/messages.ts";
import { neverReached, signalPanels, withUnit } from "./signal_panels.ts";

const numbers = (...values: number[]): Float64Array => Float64Array.from(values);

const RSI: SeenLine = {
  name: "RSI",
  unit: "RSI points",
  scale: "own",
  column: numbers(NaN, 40, 60),
  marks: [
    { name: "overbought", role: "buy", compare: ">=", value: 70, column: null },
    { name: "oversold", role: "sell", compare: "<=", value: 30, column: null },
  ],
};

const CROSS: SeenLine = {
  name: "Fast mean",
  unit: "annual yield",
  scale: "logYield",
  column: numbers(NaN, 0, Math.log(2)),
  marks: ["buy" as const, "sell" as const].map((role) => ({
    name: "slow mean",
    role,
    compare: role === "buy" ? "<" : ">",
    value: null,
    column: numbers(NaN, NaN, 0),
  })),
};

function runOf(...seen: readonly SeenLine[][]): Run {
  return {
    seen,
    candidate: { components: seen.map(() => ({})) },
    resolvedScoringProfile: { tradeStartIndex: 1 },
  } as unknown as Run;
}

Deno.test("a scale of its own has a chart, with a line for each mark", () => {
  const { own, overYield } = signalPanels(runOf([RSI]));
  assertEquals(overYield, { lines: [], columns: [] });
  assertEquals(own.map(({ title, unit }) => [title, unit]), [["RSI", "RSI points"]]);
  assertEquals(own[0]?.columns, [[null, 40, 60], [70, 70, 70], [30, 30, 30]]);
  assertEquals(own[0]?.lines.map(({ label, colour }) => [label, colour]), [
    ["RSI", "accent"],
    ["Buy above", "good"],
    ["Sell below", "bad"],
  ]);
});

Deno.test("a line on the scale of the yield is drawn on its chart, as a yield", () => {
  const { own, overYield } = signalPanels(runOf([CROSS]));
  assertEquals(own, []);
  // One line to buy under and to sell over.
  assertEquals(overYield.lines.map(({ label }) => label), ["Fast mean", "slow mean"]);
  assertEquals(overYield.columns, [[null, 0, Math.expm1(Math.log(2))], [null, null, 0]]);
});

Deno.test("the yield itself is not drawn twice", () => {
  const bands: SeenLine = { ...CROSS, name: "Yield" };
  assertEquals(signalPanels(runOf([bands])).overYield.lines.length, 1);
  const { lines, columns } = signalPanels(runOf([{ ...CROSS, column: null }])).overYield;
  assertEquals([lines.length, columns], [1, [[null, null, 0]]]);
});

Deno.test("bands over the yield are named after the knobs of the marks that decide", () => {
  const [buy, sell] = RSI.marks;
  assertExists(buy);
  assertExists(sell);
  const distance = { ...RSI, marks: [{ ...buy, name: "k" }, { ...sell, name: "exitK" }] };
  const marks = RSI.marks.map((mark) => ({ ...mark, role: "drawn" as const }));
  const bands: SeenLine = { ...RSI, name: "Yield", scale: "impliedApy", marks };
  const { overYield, own } = signalPanels(runOf([bands, distance]));
  assertEquals(overYield.lines.map(({ label, colour }) => [label, colour]), [
    ["buy above: mean + entry", "good"],
    ["sell below: mean + exit", "bad"],
  ]);
  const labels = own.flatMap(({ lines }) => lines.map(({ label }) => label));
  assertEquals(labels, ["RSI", "buy above: Entry", "sell below: Exit"]);
});

Deno.test("the names of an expression's marks are its writer's", () => {
  const marks = RSI.marks.map((mark) => ({ ...mark, name: "k" }));
  const run = { ...runOf([{ ...RSI, marks }]) };
  const components = [{ strategyId: "expression" }];
  const { own } = signalPanels({ ...run, candidate: { ...run.candidate, components } } as Run);
  assertEquals(own[0]?.lines[1]?.label, "k");
});

Deno.test("several components are numbered", () => {
  const { own, overYield } = signalPanels(runOf([RSI], [CROSS]));
  assertEquals(own[0]?.title, "1: RSI");
  assertEquals(overYield.lines[0]?.label, "2: Fast mean");
});

Deno.test("lines of many components are drawn over the yield on charts of their own", () => {
  const { own, overYield } = signalPanels(runOf([RSI], [CROSS], [CROSS]));
  assertEquals(overYield, { lines: [], columns: [] });
  assertEquals(own.map(({ title, hasYield = false }) => [title, hasYield]), [
    ["1: RSI", false],
    ["2: Yield", true],
    ["3: Yield", true],
  ]);
  assertEquals(own[1]?.lines.map(({ label }) => label), ["Fast mean", "slow mean"]);
});

Deno.test("a mark that was never reached is named, with the nearest value of the line", () => {
  assertEquals(
    neverReached(runOf([RSI])),
    'RSI was at most 60.0, "Buy above" is 70.0',
  );
  const reached = { ...RSI, column: numbers(0, 71, 20) };
  assertEquals(neverReached(runOf([reached])), null);
  // Bars before the scored window do not count.
  const early = { ...RSI, column: numbers(99, 50, 20) };
  assertEquals(neverReached(runOf([early])), 'RSI was at most 50.0, "Buy above" is 70.0');
  const slope: SeenLine = {
    ...RSI,
    name: "Slope",
    unit: "annual log yield per year",
    column: numbers(0, 0.5, 0.25),
    marks: [{ name: "minSlope", role: "hold", compare: "<=", value: 0, column: null }],
  };
  assertEquals(
    neverReached(runOf([slope])),
    'Slope was at least 0.25, "Hold up to a slope of" is 0',
  );
});

Deno.test("numbers are formatted by unit", () => {
  const written = ["annual yield", "days", "standard deviations", "accounting asset", "other"]
    .map((unit) => withUnit(unit)(0.125));
  assertEquals(written, ["12.50 %", "0.1", "0.13", "0.125", "0.125"]);
});
