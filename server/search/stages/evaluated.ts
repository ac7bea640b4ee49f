// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { EVALUATED_FIGURES, type EvaluatedFigure, isFigure } from "../../contracts/figures.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { CountsByDataset, Trial, TrialLedger } from "../../contracts/trial.ts";
import type { Evaluation } from "../../contracts/types.ts";
import type { Engine } from "../../engine/engine.ts";
import { okBytes, okJson } from "../../engine/wire.ts";
import { realSentence } from "../../wording/real.ts";
import { whatIfSentence } from "../../wording/what_if.ts";

const encoder = new TextEncoder();

/** The arena's evaluation of one of the best candidates, in short. */
export interface Evaluated {
  readonly eligible: boolean;
  /** Names of the failed gates. */
  readonly failed: readonly string[];
  /** The method that estimated the edge, `RULES.md` 6.4. */
  readonly method: string;
  readonly trials: number;
  readonly figures: Readonly<Record<EvaluatedFigure, number | null>>;
  readonly deflatedSharpe: number | null;
  /** Edge that would pass if every candidate that was tried were evaluated; null without an error. */
  readonly requiredEdge: number | null;
  /** What it does on real maturities, as a sentence: no aim of a search, so that it stays unsearched. */
  readonly real: string;
  /** What it keeps under other conditions, as a sentence. Reports of earlier programs lack it. */
  readonly whatIf?: string;
  /** The evaluation on each market of a plan with several; their figures are then joined above. */
  readonly markets?: readonly ({ readonly marketId: number } & Evaluated)[];
}

/** An evaluation, with the trial that it is. */
export interface EvaluatedTrial {
  readonly trial: Trial;
  readonly evaluation: Evaluated;
}

/**
 * Evaluates a candidate as the service does: on all scored bars, on sister paths and in the stresses.
 *
 * @param counts trials on the candidate's dataset, this one included
 */
export function evaluated(
  engine: Engine,
  candidate: Candidate,
  counts: CountsByDataset,
): EvaluatedTrial {
  const order = { candidate, view: "summary", simulationId: "search" };
  const simulation = okBytes(engine.simulate(encoder.encode(JSON.stringify(order))).bytes);
  const counted: Trial[] = [];
  const ledger: TrialLedger = {
    count: (trial) => {
      const found = counts[trial.datasetHash];
      if (found === undefined) throw new Error("Cannot evaluate: the dataset has no trials");
      counted.push(trial);
      return found;
    },
  };
  const bytes = engine.evaluate(encoder.encode("{}"), simulation, ledger);
  const evaluation = okJson(bytes) as Evaluation;
  const { verdict, capitalScore, diagnostics, eligibility, luck } = evaluation;
  const known: Readonly<Record<string, unknown>> = {
    ...diagnostics,
    edge: verdict.edge,
    pAdjusted: verdict.pAdjusted,
    capitalScore: capitalScore.capitalScore,
  };
  const names = Object.keys(EVALUATED_FIGURES) as EvaluatedFigure[];
  const figures = names.map((name) => {
    const figure = known[name];
    return [name, typeof figure === "number" ? figure : null] as const;
  });
  const { edgeStandardError, paths } = verdict;
  const [trial] = counted;
  if (trial === undefined) throw new Error("Cannot evaluate: the engine counted no trial");
  return {
    trial,
    evaluation: {
      eligible: eligibility.eligible,
      failed: eligibility.gates.filter(({ passed }) => !passed).map(({ gate }) => gate),
      method: verdict.method,
      trials: verdict.trials.count,
      figures: Object.fromEntries(figures) as Evaluated["figures"],
      deflatedSharpe: luck.deflatedSharpe,
      requiredEdge: edgeStandardError === null ? null : engine.requiredEdge(
        edgeStandardError,
        counts[trial.datasetHash]?.sharpeCount ?? 1,
        paths,
      ),
      real: realSentence(evaluation),
      whatIf: whatIfSentence(evaluation.whatIf),
    },
  };
}

/** Returns whether a plan aims at, or bounds, a figure that only an evaluation has. */
export function isDecidedByEvaluation({ aim, constraints }: SearchPlan): boolean {
  return !isFigure(aim) || constraints.some(({ figure }) => !isFigure(figure));
}
