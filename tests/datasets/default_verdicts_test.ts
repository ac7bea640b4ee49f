import { assert, assertEquals } from "@std/assert";
import {
  AGREEMENT,
  DEFAULT_VERDICTS,
  STRATEGIES,
} from "../../server/contracts/default_verdicts.ts";
import { evaluateNow, openEngine, strategiesOf } from "../../datasets/calibrate_real.ts";
import { agreementOf, officialDatasets, verdictsOn } from "../../datasets/default_verdicts.ts";
import { shippedVerdicts } from "../../server/web/views/board/shipped.ts";
import { toStanding } from "../../server/web/model/standing.ts";
import { chance } from "../../server/wording/numbers.ts";
import { ROOT } from "../../server/testing/root.ts";

const COMMAND = "deno task datasets:official defaults";

Deno.test("the verdicts that ship with the page are those of the engine", async () => {
  const [engine, datasets] = await Promise.all([openEngine(), officialDatasets()]);
  assertEquals(STRATEGIES, strategiesOf(engine).map((one) => one.strategyId).join(" "), COMMAND);
  // A change of the engine shows on daily bars, which take a third of the time.
  const daily = datasets.filter(({ timeframe }) => timeframe === "daily");
  for (const [key, words] of daily.map((one) => verdictsOn(engine, one))) {
    assertEquals(DEFAULT_VERDICTS[key], words, COMMAND);
  }
  const keys = Object.keys(DEFAULT_VERDICTS);
  assertEquals(datasets.map(({ sha256 }) => sha256.slice(0, keys[0]?.length)), keys, COMMAND);
  assertEquals({ ...AGREEMENT }, agreementOf(engine), COMMAND);
  const { size } = await Deno.stat(`${ROOT}server/contracts/default_verdicts.ts`);
  assert(size < 4000, `${size} bytes`);
});

Deno.test("a shipped verdict stands as the evaluation does, after any number of tries", async () => {
  const [engine, datasets] = await Promise.all([openEngine(), officialDatasets()]);
  const [of] = datasets.filter(({ timeframe }) => timeframe === "hourly");
  assert(of !== undefined);
  const shipped = shippedVerdicts(of.sha256);
  assertEquals(shippedVerdicts("of another server").size, 0);
  const ids = ["discount-threshold", "forward-rate-value", "pull-to-par-hold", "yield-rsi"];
  for (const strategyId of ids) {
    const candidate = { marketId: 1, components: [{ strategyId }] };
    const [evaluation, word] = [evaluateNow(engine, candidate), shipped.get(strategyId)];
    assert(evaluation !== null && word !== undefined);
    const told = [34, 35, 50, 100, 1000].map((tries) =>
      [word, evaluation].map((one) => {
        const { edge, interval, luck, passed, outcome } = toStanding(one, tries);
        const numbers = [edge, ...interval ?? []].map((n) => n.toFixed(3));
        const { sameAs, line } = one.verdict;
        return { numbers, luck: chance(luck), passed, outcome, sameAs, line };
      })
    );
    for (const [own, asked] of told) assertEquals(own, asked, strategyId);
    assertEquals(word.real?.edge.toFixed(3), evaluation.real?.edge.toFixed(3));
  }
});
