import { assert, assertEquals } from "@std/assert";
import type { Dataset } from "../../server/datasets/dataset.ts";
import type { LuckReport, SearchReport } from "../../server/search/report/report.ts";
import { lazy } from "../../server/base/lazy.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { edgeMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";

const OWN = "/components/0/strategyParams/";
const WHOLE = { windows: { kind: "whole" }, evaluate: 1 };

const market = lazy(async (): Promise<Dataset> => {
  const datasets = await officialDatasets();
  const found = datasets.find(({ header }) =>
    header.marketId === 1 && header.timeframe === "daily"
  );
  if (found === undefined) throw new Error("there is no daily dataset of market 1");
  return found;
});
/** A search on a market on which idle is the better line, and the best has few fills. */
const idleReport = lazy(async () => await searchIn(await market(), WHOLE));

function luckIn({ luck }: SearchReport): LuckReport {
  if (luck === null) throw new Error("the search found nothing");
  return luck;
}

function axes(overbought: readonly [number, number], period: readonly [number, number]): unknown {
  const axis = (name: string, [min, max]: readonly [number, number]) => ({
    path: `${OWN}${name}`,
    min,
    max,
    steps: 9,
  });
  return [axis("period", period), axis("overbought", overbought)];
}

Deno.test("where idle is the passive line, the excess over it and over SY is one number", async () => {
  const report = await idleReport();
  const { deflatedSharpe, deflatedOverPassive, passiveLine, variance, sharpeVariance } = luckIn(
    report,
  );
  assertEquals(passiveLine, "idle");
  assert(deflatedSharpe !== null && deflatedSharpe > 0.3 && deflatedSharpe < 0.9);
  assertEquals(deflatedOverPassive, deflatedSharpe);
  assertEquals([variance.spread, variance.isSample], [sharpeVariance, false]);
  assertEquals(variance.used, Math.min(variance.spread ?? NaN, variance.withoutSkill));
  const evaluated = report.best?.evaluation?.deflatedSharpe ?? NaN;
  assert(Math.abs(evaluated - deflatedSharpe) < 1e-9, `its evaluation says ${evaluated}`);
});

Deno.test("over Hold, the variance is that of all candidates, or of a sample of 4,096", async () => {
  const dataset = edgeMarket(1, 0.008);
  const all = luckIn(await searchIn(dataset, WHOLE));
  assertEquals([all.passiveLine, all.variance.isSample], ["hold", false]);
  assertEquals(all.variance.candidates, 2_925);
  const method = { kind: "sobol", count: 6_000 };
  const { variance } = luckIn(await searchIn(dataset, { ...WHOLE, method }));
  assertEquals([variance.isSample, variance.candidates <= 4_096], [true, true]);
  assert(variance.candidates > 3_000, String(variance.candidates));
});

Deno.test("a best with few round trips does not hold, and the report says why", async () => {
  const { verdict, luck, best } = await idleReport();
  assertEquals([best?.figures.fills, luck?.trips?.count, luck?.trips?.byLot], [4, 2, 0.25]);
  assert(verdict.level !== "holds");
  assert(verdict.reasons.some((reason) => reason.startsWith("Its excess hangs on few trades: 2")));
});

Deno.test("no search says that it tried more candidates than it ran", async () => {
  const halving = { ...WHOLE, method: { kind: "halving", count: 4_176, seed: 11 } };
  const adaptive = { ...WHOLE, method: { kind: "adaptive", count: 700, seed: 11 } };
  const first = luckIn(await searchIn(await market(), halving));
  assert(first.tried <= 4_176, `${first.tried} of 4,176`);
  const second = luckIn(await searchIn(await market(), adaptive));
  assert(second.tried <= 700, `${second.tried} of 700`);
  assert(second.results.count <= second.tried && second.untradedShare < 1);
});

Deno.test("a best at the end of an axis says which one to widen", async () => {
  const found = async (
    overbought: readonly [number, number],
    period: readonly [number, number],
  ): Promise<readonly string[]> => {
    const plan = { ...WHOLE, constraints: [], axes: axes(overbought, period) };
    const { verdict, best } = await searchIn(await market(), plan);
    return [...verdict.notes, (best?.coordinates ?? []).join()];
  };
  const [note = "", best] = await found([55, 63], [8, 24]);
  assert(
    note.includes("Buy above (overbought) 63 is the largest value: widen it"),
    `${note} ${best}`,
  );
  // The parameter itself goes no further than 95.
  const bound = await found([79, 95], [2, 10]);
  assert(!bound.some((text) => text.includes("overbought")), bound.join());
});

Deno.test("a report names its market and its data, and warns of estimated columns", async () => {
  const dataset = await market();
  const { header } = dataset;
  const estimated = { ...dataset, header: { ...header, estimated: ["scalarRoot", "syIndex"] } };
  const { datasets, verdict } = await searchIn(estimated, WHOLE);
  assertEquals(datasets, [{
    marketId: 1,
    marketKey: header.marketKey,
    marketName: header.marketName,
    timeframe: "daily",
    days: datasets[0]?.days ?? ["", ""],
    provenance: header.provenance,
    estimated: ["scalarRoot", "syIndex"],
    sha256: header.sha256,
  }]);
  assert(datasets[0]?.days.every((day) => /^\d{4}-\d\d-\d\d$/.test(day)));
  assert(
    verdict.notes.some((note) => note.includes("estimated, not known, in scalarRoot, syIndex")),
  );
});
