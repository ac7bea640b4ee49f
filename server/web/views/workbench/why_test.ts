import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Candidate } from "../../../contracts/candidate.ts";
import { BARS_PER_DAY } from "../../../contracts/engine_constants.ts";
import type { Evaluation } from "../../engine/messages.ts";
import { runCandidate } from "../../engine/runs.ts";
import { gainOver } from "../../model/exposure.ts";
import { quickScore } from "../../model/score.ts";
import { officialDatasets } from "../../../testing/official.ts";
import { makeClient } from "../../../testing/page_client.ts";
import { ROTATION_VERDICT } from "../../../testing/verdict.ts";
import { inTurn } from "../../../testing/in_turn.ts";
import { explain, type ScoredRun, scoreSteps } from "./why.ts";

const datasets = await officialDatasets();
const TRIES = 3;

const CANDIDATES: readonly (readonly [Candidate, RegExp])[] = [
  [
    { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
    /^A candidate was run with 100,000 over \d+ scored days\. It traded \d+ times?.* Most is lost to /,
  ],
  [
    { marketId: 2, timeframe: "daily", components: [{ strategyId: "yield-bollinger" }] },
    /It earned .* than Hold, and .* leaving everything in SY\. After penalties .* of Hold's 100\./,
  ],
  // The pool is too small for it.
  [
    { marketId: 1, capital: "900000000", components: [{ strategyId: "yield-rsi" }] },
    /No fill: it wanted to trade on [\d,]+ bars, but a guardrail prevented that, most often pool/,
  ],
  [
    {
      marketId: 3,
      components: [{ strategyId: "pull-to-par-hold", strategyParams: { minYield: 0.5 } }],
    },
    /No fill: Implied yield was at most \d+\.\d\d %, "Smallest yield" is 50\.00 %\./,
  ],
];

/** Runs and judges a candidate. */
async function judge(candidate: Candidate): Promise<readonly [ScoredRun, Evaluation]> {
  const client = makeClient({}, datasets);
  const { marketId, timeframe = "hourly" } = candidate;
  const { profile } = await client.arena();
  const run = await runCandidate(client, candidate);
  const dataset = await client.columns(marketId, timeframe);
  const facts = await client.summary(marketId, timeframe);
  const { simulation } = await client.simulate("summary", candidate);
  const counts = { count: TRIES, counted: true, sharpeCount: TRIES, sharpeVariance: null };
  return [{ run, dataset, profile, facts }, await client.evaluate(simulation, counts)];
}

/** Returns every number in a value, as the page may write it: in all digits, and in percent. */
function written(value: unknown): readonly string[] {
  if (typeof value !== "number") {
    return typeof value === "object" && value ? Object.values(value).flatMap(written) : [];
  }
  return [value, 100 * value].flatMap((one) =>
    [0, 1, 2, 3].map((digits) =>
      Math.abs(one).toLocaleString("en", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    )
  );
}

Deno.test("every number of an explanation is a figure of the answer", async () => {
  await inTurn(CANDIDATES, async ([candidate, says]) => {
    const [scored, evaluation] = await judge(candidate);
    const text = explain(scored, "A candidate", evaluation, TRIES);
    assertMatch(text, says);
    assertMatch(text, /It has (not )?passed\.$/);
    const { run: { metrics, execution, portfolio, ...run }, dataset, profile, facts } = scored;
    const capital = Number(run.candidate.capital);
    const days = run.resolvedScoringProfile.scoredBars / BARS_PER_DAY[run.candidate.timeframe];
    const steps = scoreSteps(metrics, profile, facts);
    const score = quickScore(metrics, profile, facts);
    const sum = steps.reduce((all, { points }) => all + points, 0);
    assertEquals(sum.toFixed(9), score.score.toFixed(9));
    const { edge, beatsLine, paths, pAdjusted } = evaluation.verdict;
    const known = new Set(written([
      [metrics, execution, capital, days, TRIES, steps, 100, 100 - (steps[0]?.points ?? 0), score],
      [dataset.hold, dataset.idle].map((line) => gainOver(portfolio.equity, line, capital).at(-1)),
      [edge, beatsLine, paths, pAdjusted],
    ]));
    // A chance is written without the certainty of 0 and 1, and a level that no bar reached as it was.
    const told = text.replaceAll(/by luck (over 99|under 0\.1) %/g, "by luck")
      .replaceAll(/No fill: [^.]*\.[^.]*\.[^.]*\./g, "");
    const numbers = told.match(/\d+(,\d{3})*(\.\d+)?/g) ?? [];
    assert(numbers.length > 8, text);
    assertEquals(numbers.filter((number) => !known.has(number)), [], text);
  });
});

Deno.test("an explanation on one history ends without a verdict", async () => {
  const [scored, judged] = await judge({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });
  const text = explain(scored, "", { ...judged, verdict: ROTATION_VERDICT }, 1);
  assertMatch(text, /On its only path: .* One history gives no verdict\.$/);
  assertMatch(explain(scored, "", null, 1), /It has not been judged on new data\.$/);
});
