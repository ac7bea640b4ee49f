// This module is browser compatible.

/** The figures of a point, and whether more of one is better; those that neither is are counts. */
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

/** The figures that only an evaluation gives, of the best alone, and whether more of one is better. */
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

/** Every figure that a plan can aim at or bound. */
export const ALL_FIGURES = { ...FIGURES, ...EVALUATED_FIGURES };

/** Returns whether a figure is one that every candidate has. */
export function isFigure(name: Figure | EvaluatedFigure): name is Figure {
  return name in FIGURES;
}

/** Returns 1 of a figure of which more is better, else -1. */
export function signOf(name: Figure | EvaluatedFigure): 1 | -1 {
  return ALL_FIGURES[name] === "max" ? 1 : -1;
}

/** Returns the figure that chooses among all: the aim, or the score where only an evaluation has it. */
export function chooserOf({ aim }: { readonly aim: Figure | EvaluatedFigure }): Figure {
  return isFigure(aim) ? aim : "score";
}
