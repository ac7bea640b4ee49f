// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "./candidate.ts";
import { MarketIdSchema } from "./scalar.ts";
import { ALL_FIGURES, type EvaluatedFigure, type Figure } from "./figures.ts";

export {
  EVALUATED_FIGURES,
  type EvaluatedFigure,
  type Figure,
  FIGURES,
  isFigure,
  rankingFigure,
  signOf,
} from "./figures.ts";
import { ENQUEUE_MAX } from "./top.ts";

const AimSchema = z.enum(Object.keys(ALL_FIGURES) as (Figure | EvaluatedFigure)[]);

/** Maximum axes of a plan: the dimensions of the engine's Sobol sequence. */
const AXES_MAX = 16;
/** Largest whole number that a double holds exactly. */
const WHOLE_MAX = 2 ** 53 - 1;
/** Maximum candidates of a search over all windows: a year of one core. */
export const CANDIDATES_MAX = 1e11;

const path = z.string().meta({
  description: "JSON Pointer into the base candidate: /marketId, or of a component " +
    "/components/0/strategyId, /components/0/weightBps or /components/0/strategyParams/NAME",
  examples: ["/components/0/strategyParams/period"],
});
const end = (which: string, example: number) =>
  z.number().meta({
    description: `${which} value, within the range of the parameter`,
    "x-unit": "days of a window, else that of the parameter",
    examples: [example],
  });

/** An axis: a place in the base candidate, and its values. */
export const AxisSchema = z.union([
  z.strictObject({
    path,
    values: z.array(z.union([z.number(), z.string()])).min(1).meta({
      description: "The values, at most 65,536: numbers, or texts such as ids of strategies",
      examples: [[7, 14]],
    }),
  }).meta({ title: "a list" }),
  z.strictObject({
    path,
    min: end("Smallest", 3),
    max: end("Largest", 30),
    steps: z.int().min(1).optional().meta({
      description: "Number of levels, both ends included; without it, any number of the range",
      "x-unit": "levels",
      examples: [4],
    }),
    scale: z.enum(["linear", "log"]).optional().meta({
      description: "Whether levels have equal differences or equal ratios",
      default: "linear",
      examples: ["log"],
    }),
  }).meta({ title: "a range" }),
]).meta({
  description: "A JSON Pointer into the base candidate, such as " +
    "/components/0/strategyParams/window, with its list of values or its range; windows are in days",
});
export type Axis = z.infer<typeof AxisSchema>;

const bars = (text: string) =>
  z.int().min(0).max(1e6).default(0).meta({
    description: text,
    "x-unit": "bars",
    examples: [1],
  });
const apart = {
  purge: bars("Bars left out at the end of the searched bars"),
  embargo: bars("Bars left out before the tested bars"),
};

/** The bars to search on, and the held-out bars to test on. */
export const WindowsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("whole") }).meta({ description: "All scored bars" }),
  z.strictObject({
    kind: z.literal("holdout"),
    share: z.number().gt(0).lt(1).meta({
      description: "Share of the bars, at the end, to test on",
      "x-unit": "1 is all bars",
      examples: [0.3],
    }),
    ...apart,
  }).meta({
    description: "The last bars are held out; the best candidate before them is tested on them",
  }),
  z.strictObject({
    kind: z.literal("walkForward"),
    folds: z.int().min(1).max(64).meta({
      description: "Number of tested parts",
      "x-unit": "folds",
      examples: [3],
    }),
    mode: z.enum(["anchored", "rolling"]).default("anchored").meta({
      description:
        "Whether a fold is searched from the first bar, or only in the part before its own",
      examples: ["rolling"],
    }),
    ...apart,
  }).meta({
    description:
      "The bars are cut into one part more than there are folds; each part but the first " +
      "tests the best candidate before it. All bars are searched as well, for the overall best",
  }),
]);
export type Windows = z.infer<typeof WindowsSchema>;

/** Maximum candidates of an adaptive method, which keeps its observations in memory. */
const HALVING_MAX = 1 << 20;
const ADAPTIVE_MAX = 1 << 16;
/** Maximum evaluations: ten seconds of one core. */
const EVALUATE_MAX = 1024;

const seed = z.int().min(0).max(WHOLE_MAX).default(0).meta({
  description: "Seed of all draws",
  examples: [7],
});
const count = (most: number) =>
  z.int().min(1).max(most).meta({
    description: "Candidates per searched window",
    "x-unit": "candidates",
    examples: [64],
  });

const patience = z.int().min(1).max(WHOLE_MAX).optional().meta({
  description: "Ends the search of a window once so many candidates in a row were no better than " +
    "the best before them. Decided between blocks of candidates, or between rounds, so that every " +
    "process ends it at the same place; a block is a quarter of the patience, at least 1,024 " +
    "candidates and at least 1/256 of all",
  "x-unit": "candidates",
  examples: [1_000],
});

/** The method that chooses candidates. */
export const MethodSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("grid") }).meta({
    description: "Every combination of levels; a range needs steps",
  }),
  z.strictObject({ kind: z.literal("random"), count: count(WHOLE_MAX), seed, patience }).meta({
    description: "Independent draws on every axis",
  }),
  z.strictObject({ kind: z.literal("sobol"), count: count(WHOLE_MAX), seed, patience }).meta({
    description: "Points of the Sobol sequence, which are spread more evenly than random ones",
  }),
  z.strictObject({ kind: z.literal("halving"), count: count(HALVING_MAX), seed }).meta({
    description:
      "Sobol points on the last bars, then the best quarter on four times as many bars, " +
      "and so on up to all bars",
  }),
  z.strictObject({ kind: z.literal("adaptive"), count: count(ADAPTIVE_MAX), seed, patience }).meta({
    description: "Sobol points first; then, in rounds, draws around the best so far (a Parzen " +
      "estimator over all axes)",
  }),
]);
export type Method = z.infer<typeof MethodSchema>;

/** Bounds of a figure; a point outside them is never the best. */
export const ConstraintSchema = z.strictObject({
  figure: AimSchema.meta({
    description: "The bounded figure; one of an evaluation bounds the evaluated candidates",
    examples: ["fills"],
  }),
  min: z.number().optional().meta({
    description: "Smallest allowed value; none by default",
    "x-unit": "that of the figure",
    examples: [1],
  }),
  max: z.number().optional().meta({
    description: "Largest allowed value; none by default",
    "x-unit": "that of the figure",
    examples: [1000],
  }),
}).meta({ description: "Bounds of a figure; a candidate outside them is never the best" });
export type Constraint = z.infer<typeof ConstraintSchema>;

/** Several markets as one aim. */
const MarketsSchema = z.strictObject({
  ids: z.array(MarketIdSchema).min(2).max(16).meta({
    description: "Ids of the markets, that of the base candidate among them",
    "x-unit": "markets",
    examples: [[1, 2]],
  }),
  by: z.enum(["mean", "worst"]).default("mean").meta({
    description: "Whether a figure is its mean over the markets, or that of the market where it " +
      "is worst",
    examples: ["worst"],
  }),
}).meta({
  description: "Every candidate runs on each of these markets, and costs as many runs. Aim, " +
    "constraints, maps and points have figures over all of them; evaluations are made on each, " +
    "and eligible is who is on all. The search of daily returns (luck, overfitting, folds) is " +
    "that of capital spread evenly over the markets. A window has the same numbers of bars on all",
});
export type MarketsBy = z.infer<typeof MarketsSchema>["by"];

/** A candidate that a plan tries first. */
export const EnqueuedSchema = z.union([
  z.array(z.number()).min(1).max(AXES_MAX).meta({ "x-unit": "coordinates" }),
  z.record(z.string(), z.union([z.number(), z.string()])),
]).meta({
  description: "A candidate by its coordinates, one per axis in their order, as a report lists " +
    "them; or by its values, each under the path of an axis or the last part of it",
});
export type Enqueued = z.infer<typeof EnqueuedSchema>;

/** A search plan as a user writes it, for the page, the command and the service alike. */
export const SearchPlanSchema = z.strictObject({
  base: CandidateSchema.meta({
    description: "The base candidate, whose fields the axes vary",
    examples: [{ marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] }],
  }),
  axes: z.array(AxisSchema).min(1).max(AXES_MAX).meta({
    description: "What is searched; each axis has another path",
    "x-unit": "axes",
  }),
  markets: MarketsSchema.optional().meta({
    description: "Several markets as one aim; without it, the market of the base candidate",
  }),
  method: MethodSchema.default({ kind: "grid" }).meta({ description: "How candidates are chosen" }),
  aim: AimSchema.default("score").meta({
    description: "The figure that ranks candidates; losses and costs are better when smaller. A " +
      "figure of the evaluation, such as edge, compares the candidates on the paths of their " +
      "verdicts, or by score where a market has one history, and ranks eligible ones first",
    examples: ["dailySharpe"],
  }),
  evaluate: z.int().min(0).max(EVALUATE_MAX).default(20).meta({
    description: "Number of the best candidates to evaluate, each with all of the search's trials",
    "x-unit": "candidates",
    examples: [2],
  }),
  constraints: z.array(ConstraintSchema).max(16).default([]).meta({
    description: "Bounds of figures",
    "x-unit": "constraints",
  }),
  enqueue: z.array(EnqueuedSchema).max(ENQUEUE_MAX).optional().meta({
    description: "Candidates to try first in each searched window, for every method, which are " +
      "counted as tried; adaptive draws around the best of them too, and halving compares them " +
      "with its last rung",
    "x-unit": "candidates",
    examples: [[[14], { period: 7 }]],
  }),
  windows: WindowsSchema.default({ kind: "whole" }).meta({
    description: "The bars to search on, and those to test on",
  }),
}).meta({
  id: "SearchPlan",
  description: "The candidates to try, the bars to try them on, and the aim",
});
export type SearchPlan = z.infer<typeof SearchPlanSchema>;
