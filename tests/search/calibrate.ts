/**
 * Measures how often the verdict of a search is right: the plan of the planted tests over many markets
 * without an edge, and over markets with edges of several sizes.
 *
 *     deno run --allow-read tests/search/calibrate.ts [--seeds 200]
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { print } from "../../server/process/output.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { edgeMarket, noiseMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";

const CASES: Readonly<Record<string, (seed: number) => Dataset>> = {
  "noise, fair": (seed) => noiseMarket(seed, "fair"),
  "noise, tails": (seed) => noiseMarket(seed, "tails"),
  "noise, carry": (seed) => noiseMarket(seed, "carry"),
  "edge, swing 0.3 %": (seed) => edgeMarket(seed, 0.003),
  "edge, swing 0.8 %": (seed) => edgeMarket(seed, 0.008),
  "edge, swing 2.5 %": (seed) => edgeMarket(seed, 0.025),
};
const PLANS = {
  "3 folds": {},
  "hold-out": { windows: { kind: "holdout", share: 0.3, embargo: 1 } },
};

const { values } = parseArgs({ options: { seeds: { type: "string", default: "100" } } });
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);

function share(reports: readonly SearchReport[], is: (report: SearchReport) => boolean): string {
  return `${(100 * reports.filter(is).length / reports.length).toFixed(0)} %`;
}

function quartiles(found: readonly number[]): string {
  const sorted = found.toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((part) =>
    (sorted[Math.round(part * (sorted.length - 1))] ?? NaN).toFixed(2)
  ).join(" / ");
}

function rowOf(name: string, plan: string, reports: readonly SearchReport[]): string {
  const by = (word: string): string =>
    share(reports, ({ verdict }) => verdict.reasons.some((reason) => reason.includes(word)));
  const untested = ({ verdict }: SearchReport): boolean =>
    verdict.reasons.some((reason) => !reason.includes(FOLDS));
  const cells = [
    name,
    plan,
    share(reports, ({ verdict }) => verdict.isFlagged),
    share(reports, untested),
    by(DEFLATED),
    by(TRIPS),
    by("half of the days"),
    by("neighbours"),
    by(FOLDS),
    quartiles(reports.map(({ overfitting }) => overfitting?.probability ?? NaN)),
    quartiles(reports.map(({ outOfSample }) => outOfSample?.efficiency ?? 0)),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Words of the reasons of a verdict. */
const DEFLATED = "tried";
const TRIPS = "random signs";
const FOLDS = "not chosen on";
const HEAD = [
  "| market | plan | flagged | without the folds | deflated | round trips | overfitting | neighbours | folds | " +
  "probability of overfitting, quartiles | efficiency, quartiles |",
  `|${" --- |".repeat(11)}`,
];

for (const line of HEAD) print(line);
await inTurn(Object.entries(CASES), async ([name, market]) => {
  await inTurn(Object.entries(PLANS), async ([plan, change]) => {
    const reports = await inTurn(seeds, (seed) => searchIn(market(seed), change));
    print(rowOf(name, plan, reports));
  });
});
