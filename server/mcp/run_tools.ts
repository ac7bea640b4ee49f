import { z } from "zod";
import { BATCH_MAX } from "../contracts/batch_max.ts";
import type { Batch, Evaluation, SummarySimulation } from "../contracts/types.ts";
import { realSentence } from "../wording/real.ts";
import { headline } from "../wording/verdict.ts";
import { whatIfSentence } from "../wording/what_if.ts";
import {
  CANDIDATE,
  CANDIDATE_AS_CHECKED,
  candidateOf,
  CANDIDATES,
  wholeNumber,
  wrongArgument,
} from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";

/** Events of a page of trades. */
const EVENTS_MAX = 20;

/** Tools that run a candidate. Payloads of the API go from request to request, never to the model. */
export const RUN_TOOLS: readonly Tool[] = [
  tool({
    name: "check_candidate",
    title: "Check a candidate",
    description:
      "Checks a candidate without running it: all errors with the nearest right word, or its " +
      "hash, its price and the features that it reads.",
    input: z.object({ candidate: CANDIDATE }),
    isReadOnly: true,
    run: (arena, { candidate }) => arena.checkCandidate(candidateOf(candidate)),
  }),
  tool({
    name: "simulate",
    title: "Simulate a candidate",
    description:
      "Runs one candidate on the public data, or a list: metrics, fills, skipped trades by reason, " +
      "and of one its `excess` over idle SY. Counts no try.",
    input: z.object({ candidate: CANDIDATES }),
    isReadOnly: true,
    more: "runs left out: send fewer candidates",
    async run(arena, { candidate }): Promise<object> {
      if (!Array.isArray(candidate) || candidate.length === 0) {
        return simulated(await arena.simulateSummary(candidateOf(candidate)));
      }
      if (candidate.length > BATCH_MAX) {
        const count = `it has ${candidate.length} candidates, must have at most ${BATCH_MAX}`;
        throw wrongArgument(`Cannot run the list: ${count}`);
      }
      const { results } = await arena.simulateBatch(candidate.map(candidateOf));
      return { runs: results.map(inShort) };
    },
  }),
  tool({
    name: "evaluate",
    title: "Evaluate a candidate",
    description:
      "Simulates and scores a candidate: score, verdict on 64 fresh paths, gates, real years, " +
      "other costs. " +
      "Counts a try of the key on the dataset, and every try raises the bar: simulate first, " +
      "evaluate what you would choose.",
    input: z.object({ candidate: CANDIDATE_AS_CHECKED }),
    isReadOnly: false,
    run: async (arena, { candidate }) =>
      evaluated(
        await arena.evaluate(await arena.simulateSummary(candidateOf(candidate))),
      ),
  }),
  tool({
    name: "trades",
    title: "List trades",
    description: "Fills, skipped trades with reason and numbers, and redemptions of a candidate.",
    input: z.object({
      candidate: CANDIDATE_AS_CHECKED,
      offset: wholeNumber(0).default(0),
      limit: wholeNumber(1, EVENTS_MAX).default(10),
    }),
    isReadOnly: true,
    more: "events left out: take a smaller limit, then the next offset",
    async run(arena, { candidate, offset, limit }): Promise<object> {
      const { events } = await arena.simulateTrades(candidateOf(candidate));
      return { total: events.length, offset, events: events.slice(offset, offset + limit) };
    },
  }),
];

function simulated(simulation: SummarySimulation): object {
  const { metrics, execution, evidence, resolvedScoringProfile: scored, warnings } = simulation;
  const { skippedByReason, fills, skips } = execution;
  return {
    metrics,
    excess: execution.components.map(({ excess }) => excess),
    fills,
    skips,
    skippedByReason: withoutZeros(skippedByReason),
    nearest: execution.nearest,
    scored: [scored.scoreStartTimestamp, scored.scoreEndTimestamp, scored.scoredBars],
    candidateHash: evidence.candidateHash,
    resultHash: evidence.resultHash,
    warnings,
  };
}

/** Figures of a run among many; a model pays for each. */
function inShort(result: Batch["results"][number]): object {
  if ("error" in result) {
    const { code, detail, fieldErrors } = result.error;
    return { code, detail, ...(fieldErrors && { fieldErrors }) };
  }
  const { metrics: { compoundAnnualReturn, sharpe, maxDrawdown }, execution } = result.simulation;
  const { fills, skips, components } = execution;
  const excess = components.reduce((sum, each) => sum + each.excess, 0);
  return { compoundAnnualReturn, sharpe, maxDrawdown, excess, fills, skips };
}

function evaluated(evaluation: Evaluation): object {
  const { score, capitalScore, eligibility, evidence, luck, verdict, warnings } = evaluation;
  const { series: _, ...figures } = verdict;
  return {
    says: headline(verdict),
    saysOfReal: realSentence(evaluation),
    saysOfWhatIf: whatIfSentence(evaluation.whatIf),
    score,
    eligible: eligibility.eligible,
    failedGates: eligibility.gates.filter(({ passed }) => !passed),
    verdict: figures,
    real: withoutRows(evaluation.real),
    whatIf: withoutCapitals(evaluation.whatIf),
    utility: evaluation.scenarioResult.utilityScore,
    holdUtility: evaluation.benchmarkUtility,
    idleUtility: evaluation.idleUtility,
    capitalScore: capitalScore.capitalScore,
    deflatedSharpe: luck.deflatedSharpe,
    candidateHash: evidence.candidateHash,
    resultHash: evidence.resultHash,
    warnings,
  };
}

/** The sentence and the break-even say what the eleven runs do. */
function withoutCapitals({ capital: _, ...figures }: Evaluation["whatIf"]): object {
  return figures;
}

/** The sentence and the means say what the rows do. */
function withoutRows(real: Evaluation["real"]): object | null {
  if (real === null) return null;
  const { rows: _, ...figures } = real;
  return figures;
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
