import { assert } from "@std/assert";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { loadDatasets } from "../../server/datasets/loader.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";

const MARKET_ID = 20_250_925;
const datasets = await loadDatasets(
  [`${ROOT}datasets`, `${ROOT}datasets/real`],
  (sentence) => {
    throw new Error(sentence);
  },
);
const engine = await makeEngine(datasets);

/** Returns the gates that a candidate fails on the real market. */
function failedOf(strategyId: string, strategyParams: object): readonly string[] {
  const components = [{ strategyId, strategyParams }];
  const candidate = { marketId: MARKET_ID, timeframe: "daily", components };
  const request = { view: "summary", simulationId: "run", candidate };
  const payload = okBytes(engine.simulate(encoded(request)).bytes);
  const { eligibility: { eligible, gates } } = okValue(
    EvaluationSchema,
    engine.evaluate(encoded({}), payload, UNCOUNTED),
  );
  assert(!eligible, JSON.stringify(candidate));
  return gates.filter(({ passed }) => !passed).map(({ gate }) => gate);
}

Deno.test("a rule that looks at nothing but the date is never eligible on one history", () => {
  const starts = [30, 40, 50, 60, 70, 80, 90, 100];
  const ramps = starts.flatMap((startDays) =>
    [5, 10, 20].map((fullDays) => failedOf("maturity-ramp", { startDays, fullDays }))
  );
  const calendars = starts.flatMap((far) =>
    [0, 10, 20].map((near) =>
      failedOf("expression", { target: `daysToExpiry < ${far} and daysToExpiry >= ${near}` })
    )
  );
  const all = [...ramps, ...calendars];
  for (const failed of all) assert(failed.includes("ONE_HISTORY"));
  // Most of them pass every other gate, so none but this keeps them out.
  const kept = all.filter(({ length }) => length === 1);
  assert(kept.length > all.length / 2, `${kept.length} of ${all.length}`);
});
