import { assert, assertEquals } from "@std/assert";
import { okJson } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import {
  box,
  candidateOf,
  engineWith,
  evaluate,
  official,
  panel,
  realOf,
  unserved,
} from "../../server/testing/real_panel.ts";

const DAY_MS = 86_400_000;
const engine = await engineWith(panel);

Deno.test("the published vector comes out, with the curves that a range of yields gives", async () => {
  const scalarRoot = Math.log(9) / ((Math.log(1.25) - Math.log(1.03)) / 2);
  const guessed = await engineWith(box.map((dataset) => unserved(dataset, { scalarRoot })));
  const vector = [
    ["discount-threshold", 5.581, 0.162, 2, -0.024, 0.230, 0.696, 1.889],
    ["maturity-ramp", 5.639, 0.220, 39, 0.133, 1.681, 0.853, 0.609],
    ["yield-rsi", 5.143, -0.276, 2, -0.540, 0.861, 0.180, 1.562],
    ["pull-to-par-hold", 5.212, -0.207, 4, -0.085, 0.077, 0.635, 1.907],
    ["yield-bollinger", 3.668, -1.751, 10, -0.857, 0.960, -0.137, 1.417],
  ] as const;
  for (const [strategyId, ...expected] of vector) {
    const { utility, edge, rows, overHold, overIdle, ...rest } = realOf(
      guessed,
      candidateOf(strategyId),
    );
    const fills = rows.reduce((sum, row) => sum + (row.fills ?? 0), 0);
    const half = ({ perYear, high }: typeof overHold): number => high - perYear;
    const found = [utility, edge, fills / 100, overHold.perYear, half(overHold)];
    const all = [...found, overIdle.perYear, half(overIdle)].map((value) =>
      Number((100 * value).toFixed(3))
    );
    assertEquals(all, [...expected], strategyId);
    assertEquals(
      [rest.panel, rest.scoredDays, rest.holdUtility.toFixed(5), rest.idleUtility.toFixed(5)],
      ["susde-daily", 208, "0.05304", "0.05419"],
    );
    assertEquals([rest.from, rest.to], ["2025-07-06T00:00:00Z", "2026-05-06T00:00:00Z"]);
  }
});

Deno.test("neither the order of the maturities nor a second copy of one makes a difference", async () => {
  const candidate = candidateOf("maturity-ramp");
  const expected = realOf(engine, candidate);
  for (const order of [[3, 2, 1, 0], [1, 3, 0, 2], [2, 2, 0, 1, 3, 0]]) {
    const mixed = order.map((at, place) => {
      const one = panel[at];
      assert(one !== undefined);
      // The copies have ids of their own; every other one is a market.
      const facts = { marketId: 5_000 + place, served: place % 2 === 0 };
      return unserved(one, facts);
    });
    assertEquals(realOf(await engineWith(mixed), candidate), expected);
  }
});

Deno.test("a day of two maturities counts once", async () => {
  const [first] = panel;
  assert(first !== undefined);
  const candidate = candidateOf("maturity-ramp");
  const once = realOf(await engineWith([first]), candidate);
  const sha256 = "0".repeat(64);
  const twin = unserved(first, { marketId: 5_000, marketKey: "twin", sha256 });
  const twice = realOf(await engineWith([first, twin]), candidate);
  assertEquals([once.rows.length, twice.rows.length], [1, 2]);
  assertEquals([once.scoredDays, twice.scoredDays], [81, 81]);
  assertEquals([twice.overHold, twice.overIdle], [once.overHold, once.overIdle]);
  // Half of its bars later, half of the days are those of both.
  const from = 40;
  const { columns: names } = first.header;
  const bars = first.columns.length / names.length;
  const late = Float64Array.from(
    names.flatMap((_, at) => [...first.columns.subarray(at * bars + from, (at + 1) * bars)]),
  );
  const shifted = unserved(twin, { sha256: "1".repeat(64) });
  const both = realOf(
    await engineWith([first, { header: shifted.header, columns: late }]),
    candidate,
  );
  const days = both.rows.map(({ scoredDays }) => scoredDays);
  assertEquals([days, both.scoredDays], [[41, 81], 81]);
  const { from: start, to } = both;
  assertEquals((Date.parse(to) - Date.parse(start)) / DAY_MS + 1, 81);
});

Deno.test("a maturity that cannot run is a row with its reason", async () => {
  const candidate = candidateOf("volume-surge-fade");
  assertEquals(evaluate(engine, candidate).real, null);
  assertEquals(evaluate(engine, candidate).realReason, "not-runnable");
  const synthetic = official.find(({ header }) =>
    header.marketId === 1 && header.timeframe === "daily"
  );
  assert(synthetic !== undefined);
  const facts = { marketId: 5_000, marketKey: "with-volume", asset: "susde" };
  const { rows, scoredDays } = realOf(
    await engineWith([...panel, unserved(synthetic, facts)]),
    candidate,
  );
  assertEquals(rows.map(({ status, missing }) => `${status} ${missing}`).toSorted(), [
    "not-runnable volume",
    "not-runnable volume",
    "not-runnable volume",
    "not-runnable volume",
    "ran ",
  ]);
  const left = rows.filter(({ status }) => status === "not-runnable");
  assert(
    left.every(({ utility, fills, scoredDays }) =>
      [utility, fills, scoredDays].every((value) => value === null)
    ),
  );
  assertEquals(scoredDays, rows.find(({ status }) => status === "ran")?.scoredDays);
});

Deno.test("an hourly candidate of whole days runs on the daily bars, and says so", () => {
  const hourly = { timeframe: "hourly" };
  const { real, realReason, candidate } = evaluate(engine, candidateOf("maturity-ramp", hourly));
  assertEquals([realReason, candidate.timeframe, real?.timeframe], [null, "hourly", "daily"]);
  assertEquals(real, realOf(engine, candidateOf("maturity-ramp")));
  const reasonOf = (params: object, strategyId = "expression"): string | null =>
    evaluate(engine, candidateOf(strategyId, hourly, params)).realReason;
  assertEquals(reasonOf({ period: 3.75 }, "yield-rsi"), "hourly-windows");
  assertEquals(reasonOf({ target: "zscore(logYield, 20d) >= 1.5" }), null);
  assertEquals(reasonOf({ target: "zscore(logYield, 480h) >= 1.5" }), null);
  assertEquals(reasonOf({ target: "zscore(logYield, 36h) >= 1.5" }), "hourly-windows");
  // The same bars are another length of time.
  assertEquals(reasonOf({ target: "zscore(logYield, 480b) >= 1.5" }), "hourly-windows");
  assertEquals(reasonOf({ n: 1.5, target: "zscore(logYield, n) >= 1.5" }), "hourly-windows");
});

Deno.test("every strategy runs at its defaults, where the maturities have its features", () => {
  const { strategies } = okJson(engine.strategyCatalogue()) as {
    readonly strategies: readonly { readonly strategyId: string; readonly language?: unknown }[];
  };
  for (const timeframe of ["daily", "hourly"]) {
    const reasons = strategies.filter(({ language }) => language === undefined)
      .map(({ strategyId }) => evaluate(engine, candidateOf(strategyId, { timeframe })).realReason);
    assertEquals(reasons.filter((reason) => reason === null).length, 29);
    assertEquals(new Set(reasons), new Set([null, "not-runnable"]));
  }
});

Deno.test("the block moves nothing else of an evaluation", async () => {
  const without = await engineWith([]);
  for (const strategyId of ["yield-rsi", "maturity-ramp"]) {
    for (const timeframe of ["daily", "hourly"]) {
      const candidate = candidateOf(strategyId, { timeframe });
      const { real, realReason: _, ...rest } = evaluate(engine, candidate);
      const { real: none, realReason, ...same } = evaluate(without, candidate);
      assert(real !== null);
      assertEquals([none, realReason], [null, "no-history"]);
      assertEquals(rest, same);
    }
  }
});

Deno.test("a real maturity has no panel, nor has another asset; no candidate names an unserved one", async () => {
  const [first, ...others] = box;
  assert(first !== undefined);
  const mixed = await engineWith([first, ...others.map((one) => unserved(one))]);
  const reasonOf = (marketId: number): string | null =>
    evaluate(mixed, candidateOf("maturity-ramp", { marketId })).realReason;
  assertEquals([reasonOf(1), reasonOf(2), reasonOf(20_250_925)], [null, "no-history", "own"]);
  const refused = mixed.check(encoded(candidateOf("maturity-ramp", { marketId: 20_251_127 })));
  assert(new TextDecoder().decode(refused).startsWith('{"error"'));
});
