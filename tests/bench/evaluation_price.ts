/**
 * Measures the price of an evaluation in a search, `EVALUATION_PRICE` of `server/limits/cost.ts`:
 * `deno run -A tests/bench/evaluation_price.ts`. Prints how many summaries of a candidate take as long
 * as its evaluation, over all strategies at their defaults and for larger portfolios. The paths and
 * scenarios of the dataset are generated before, as they are for all but the first evaluation.
 *
 * @module
 */

import type { Candidate } from "../../server/contracts/candidate.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okValue } from "../../server/engine/wire.ts";
import { CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { evaluated } from "../../server/search/evaluated.ts";
import { fastest, timed } from "./fastest.ts";
import { datasets, engine } from "./subject.ts";

const ROUNDS = 12;
const SIZES = [4, 16];

const encoder = new TextEncoder();
const NO_TRIAL = { candidateHash: "", datasetHash: "", dailySharpe: null };
const COUNTS = Object.fromEntries(
  datasets.map(({ header }) => [header.sha256, UNCOUNTED.count(NO_TRIAL)]),
);

// An expression has no defaults to run with.
const strategies = okValue(CatalogueSchema, engine.strategyCatalogue()).strategies
  .filter(({ language }) => language === undefined);
const ids = strategies.map(({ strategyId }) => strategyId);

/** Returns the time of an evaluation in summaries; null: the strategy cannot run on the dataset. */
async function ratioOf(
  timeframe: "hourly" | "daily",
  strategyIds: readonly string[],
): Promise<number | null> {
  const components = strategyIds.map((strategyId) => ({ strategyId }));
  const candidate: Candidate = { marketId: 1, timeframe, components };
  const request = encoder.encode(
    JSON.stringify({ candidate, view: "summary", simulationId: "price" }),
  );
  try {
    evaluated(engine, candidate, COUNTS);
  } catch {
    return null;
  }
  const { evaluation, summary } = await fastest({
    evaluation: timed(() => evaluated(engine, candidate, COUNTS)),
    summary: timed(() => engine.simulate(request)),
  }, ROUNDS);
  return evaluation / summary;
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

for (const timeframe of ["hourly", "daily"] as const) {
  const ratios: number[] = [];
  for (const id of ids) {
    const ratio = await ratioOf(timeframe, [id]);
    if (ratio !== null) ratios.push(ratio);
  }
  ratios.sort((one, other) => one - other);
  const at = (share: number): string =>
    (ratios[Math.round(share * (ratios.length - 1))] ?? NaN).toFixed(0);
  print(
    `${timeframe}: ${ratios.length} strategies, smallest ${at(0)}, median ${at(0.5)}, ` +
      `largest ${at(1)}`,
  );
  for (const size of SIZES) {
    const drawn = Array.from({ length: size }, (_, at) => ids[at % ids.length] ?? "");
    print(`${timeframe}: ${size} components ${(await ratioOf(timeframe, drawn))?.toFixed(0)}`);
  }
}
