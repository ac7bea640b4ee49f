// This module is browser compatible.

/** The figures of a point, and whether larger or smaller values are better. */
export const FIGURES = {
  annualizedMeanReturn: "max",
  maxDrawdown: "min",
  cvar: "min",
  turnover: "min",
  executionCost: "min",
  score: "max",
  dailySharpe: "max",
  probabilisticSharpe: "max",
  fills: "max",
  intents: "max",
} as const satisfies Readonly<Record<string, "max" | "min">>;
export type Figure = keyof typeof FIGURES;

/** Figures that only an evaluation of the best candidates gives, with their better direction. */
export const EVALUATED_FIGURES = {
  edge: "max",
  pAdjusted: "min",
  capitalScore: "max",
  compoundAnnualReturn: "max",
  sharpe: "max",
  sortino: "max",
  calmar: "max",
  annualizedVolatility: "min",
  valueAtRisk: "min",
  maxDrawdownDays: "min",
  exposure: "min",
  hitRate: "max",
  bestDay: "max",
  worstDay: "max",
} as const satisfies Readonly<Record<string, "max" | "min">>;
export type EvaluatedFigure = keyof typeof EVALUATED_FIGURES;

/** Every figure that a plan may aim at or constrain. */
export const ALL_FIGURES = { ...FIGURES, ...EVALUATED_FIGURES };

/** Returns whether every candidate has a figure. */
export function isFigure(name: Figure | EvaluatedFigure): name is Figure {
  return name in FIGURES;
}

/** Returns 1 if larger values of a figure are better, else -1. */
export function signOf(name: Figure | EvaluatedFigure): 1 | -1 {
  return ALL_FIGURES[name] === "max" ? 1 : -1;
}

/** Returns the figure that ranks all candidates: the aim, or the score if only evaluations have the aim. */
export function rankingFigure({ aim }: { readonly aim: Figure | EvaluatedFigure }): Figure {
  return isFigure(aim) ? aim : "score";
}
