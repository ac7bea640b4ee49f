import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import { runOf } from "../engine/runs.ts";
import { explain } from "./explain.ts";
import { differenceOf } from "./exposure.ts";
import { quickScore } from "./score.ts";
import { stepsOf } from "./why.ts";
import { officialDatasets } from "../../testing/official.ts";
import { makeClient } from "../../testing/page_client.ts";
import { ROTATION_VERDICT } from "../../testing/verdict.ts";
import { inTurn } from "../../testing/in_turn.ts";

const datasets = await officialDatasets();
const NAME = "A candidate";
const TRIES = 3;

const CANDIDATES: readonly Candidate[] = [
  { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
  { marketId: 2, timeframe: "daily", components: [{ strategyId: "yield-bollinger" }] },
  // The pool is too small for it.
  {
    marketId: 1,
    capital: "9000000",
    components: [{ strategyId: "yield-rsi" }, { strategyId: "yield-macd" }],
  },
  {
    marketId: 3,
    components: [{ strategyId: "pull-to-par-hold", strategyParams: { minYield: 0.5 } }],
  },
];

/** Returns a number as the page may write it: in all digits, and in percent. */
function written(value: number): readonly string[] {
  return [value, 100 * value].flatMap((one) =>
    [0, 1, 2, 3].map((digits) =>
      Math.abs(one).toLocaleString("en", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    )
  );
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

Deno.test("every number of an explanation is a figure of the answer", async () => {
  const client = makeClient({}, datasets);
  const { profile } = await client.arena();
  const texts = await inTurn(CANDIDATES, async (candidate) => {
    const { marketId, timeframe = "hourly" } = candidate;
    const run = await runOf(client, candidate);
    const dataset = await client.columns(marketId, timeframe);
    const facts = await client.summary(marketId, timeframe);
    const { simulation } = await client.simulate("summary", candidate);
    const counts = { count: TRIES, counted: true, sharpeCount: TRIES, sharpeVariance: null };
    const evaluation = await client.evaluate(simulation, counts);
    const text = explain({ run, dataset, profile, facts, evaluation, tries: TRIES, name: NAME });

    const { metrics, execution, resolvedScoringProfile: { scoredBars } } = run;
    const capital = Number(run.candidate.capital);
    const days = scoredBars / BARS_PER_DAY[timeframe];
    const steps = stepsOf(metrics, profile, facts).map(({ points }) => points);
    const [gain = 0, , , turnover = 0, cost = 0] = steps;
    const { edge, beatsLine, paths, pAdjusted } = evaluation.verdict;
    const figures = numbersIn([
      [metrics, execution, capital, days, TRIES, steps, 100 - gain, turnover + cost],
      [metrics.executionCost * days, quickScore(metrics, profile, facts)],
      [dataset.hold, dataset.idle].map((line) =>
        differenceOf(run.portfolio.equity, line, capital).at(-1)
      ),
      [edge, beatsLine, paths, pAdjusted],
    ]);
    const known = new Set([...figures.flatMap(written), "100"]);
    // A chance is written without the certainty of 0 and 1, and a level that no bar reached as it was.
    const told = text.replaceAll(/by luck (over 99|under 0\.1) %/g, "by luck")
      .replaceAll(/No fill: [^.]*\.[^.]*\.[^.]*\./g, "");
    const numbers = told.match(/\d+(,\d{3})*(\.\d+)?/g) ?? [];
    assert(numbers.length > 8, text);
    assertEquals(numbers.filter((number) => !known.has(number)), [], text);
    return text;
  });
  assertMatch(texts[0] ?? "", /^A candidate was run with 100,000 over \d+ scored days\./);
  assertMatch(texts[2] ?? "", /guardrails prevented that on [\d,]+, most often by /);
  assertMatch(texts[3] ?? "", /No fill: /);
  assert(texts.every((text) => /It has (not )?passed\.$/.test(text)));
});

Deno.test("an explanation on one history ends without a verdict", async () => {
  const client = makeClient({}, datasets);
  const { profile } = await client.arena();
  const candidate: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const [run, dataset, facts, { simulation }] = await Promise.all([
    runOf(client, candidate),
    client.columns(1, "hourly"),
    client.summary(1, "hourly"),
    client.simulate("summary", candidate),
  ]);
  const counts = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
  const judged = await client.evaluate(simulation, counts);
  const evaluation = { ...judged, verdict: ROTATION_VERDICT };
  const text = explain({ run, dataset, profile, facts, evaluation, tries: 1, name: NAME });
  assertMatch(text, /On its only path: .* One history gives no verdict\.$/);
});
