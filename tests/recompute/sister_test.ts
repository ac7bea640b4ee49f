import { assert, assertEquals } from "@std/assert";
import { Engine as Generator, MARKET_KEYS } from "../../datasets/engine.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { SummarySimulationSchema } from "../../server/contracts/simulation.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { parseColumns } from "../../server/datasets/csv.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { IMPORTED } from "../../server/testing/golden.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";

const PATHS = [1, 17, 64];

const datasets = await officialDatasets();
const engine = await officialEngine(datasets);
const generator = await Generator.load();

for (const [at, marketKey] of MARKET_KEYS.entries()) {
  Deno.test(`a simulation on an exported path reproduces its entry of the series: ${marketKey}`, async () => {
    const marketId = at + 1;
    const strategyId = marketId === 1 ? "term-slope" : "yield-bollinger";
    const candidate = { marketId, timeframe: "daily", components: [{ strategyId }] };
    const request = encoded({ view: "summary", simulationId: "s", candidate });
    const payload = okBytes(engine.simulate(request).bytes);
    const scored = engine.evaluate(encoded({}), payload, UNCOUNTED);
    const { series } = okValue(EvaluationSchema, scored).verdict;
    const official = datasets.find(({ header }) =>
      header.marketId === marketId && header.timeframe === "daily"
    );
    assert(official !== undefined);
    const others = await officialEngine([]);
    for (const path of PATHS) {
      const { csv } = generator.generate({ marketKey, timeframe: "daily", sister: path });
      const imported = { provenance: IMPORTED };
      const { names, values } = parseColumns(`path ${path}`, csv);
      const header = { ...official.header, ...imported, columns: names };
      others.addDataset({ header, columns: values });
      const { metrics } = okValue(SummarySimulationSchema, others.simulate(request).bytes);
      const utility = metrics.annualizedMeanReturn - 0.6 * metrics.maxDrawdown -
        2 * metrics.cvar - 0.3 * metrics.turnover - metrics.executionCost;
      assertEquals(utility, series.utility[path - 1], `path ${path}`);
    }
  });
}
