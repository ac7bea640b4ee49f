/**
 * Measures how often the sentence of a search is right: the plan of the planted tests over many
 * markets without anything to find, and over markets with an edge of several sizes.
 *
 *     deno task calibrate:search [--seeds 200]
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import type { Dataset } from "../../server/datasets/dataset.ts";
import type { SearchReport } from "../../server/search/report.ts";
import { inTurn } from "../support/in_turn.ts";
import { edgeMarket, noiseMarket } from "../support/planted_markets.ts";
import { searchIn } from "../support/planted_search.ts";

const WHOLE = { kind: "whole" };
const HOLDOUT = { kind: "holdout", share: 0.3, embargo: 1 };

const CASES: Readonly<Record<string, (seed: number) => Dataset>> = {
  "noise fair": (seed) => noiseMarket(seed, "fair"),
  "noise tails": (seed) => noiseMarket(seed, "tails"),
  "noise carry": (seed) => noiseMarket(seed, "carry"),
  "edge 0.3 %": (seed) => edgeMarket(seed, 0.003),
  "edge 0.8 %": (seed) => edgeMarket(seed, 0.008),
  "edge 1.5 %": (seed) => edgeMarket(seed, 0.015),
  "edge 2.5 %": (seed) => edgeMarket(seed, 0.025),
};
const PLANS = { "3 folds": {}, "whole": { windows: WHOLE }, "hold-out": { windows: HOLDOUT } };

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "200" }, cases: { type: "string", default: "" } },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);

function share(reports: readonly SearchReport[], is: (report: SearchReport) => boolean): string {
  return `${(100 * reports.filter(is).length / reports.length).toFixed(1)} %`;
}

const rows = ["| market | plan | flagged | deflated | overfitting | neighbours | folds |"];
await inTurn(
  Object.entries(CASES).filter(([name]) => name.startsWith(values.cases)),
  async ([name, market]) => {
    await inTurn(Object.entries(PLANS), async ([plan, change]) => {
      const reports = await inTurn(seeds, (seed) => searchIn(market(seed), change));
      const by = (word: string): string =>
        share(reports, ({ verdict }) => verdict.reasons.some((reason) => reason.includes(word)));
      console.log(
        `| ${name} | ${plan} | ${share(reports, ({ verdict }) => verdict.isFlagged)} | ${
          by("tried")
        } | ${by("half of the days")} | ${by("neighbours")} | ${by("not chosen on")} |`,
      );
    });
  },
);
