// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "./candidate.ts";
import { ALL_FIGURES, type EvaluatedFigure, type Figure } from "./figures.ts";

export {
  chooserOf,
  EVALUATED_FIGURES,
  type EvaluatedFigure,
  type Figure,
  FIGURES,
  isFigure,
  signOf,
} from "./figures.ts";

const AimSchema = z.enum(Object.keys(ALL_FIGURES) as (Figure | EvaluatedFigure)[]);

/** Maximum axes of a plan: the dimensions of the engine's Sobol sequence. */
const AXES_MAX = 16;
/** Largest whole number that a double holds exactly. */
const WHOLE_MAX = 2 ** 53 - 1;
/** Maximum candidates of a search over all windows: a year of one core. */
export const CANDIDATES_MAX = 1e11;

/** An axis: a place in the base candidate, and its values. */
export const AxisSchema = z.union([
  z.strictObject({
    path: z.string(),
    values: z.array(z.union([z.number(), z.string()])).min(1),
  }),
  z.strictObject({
    path: z.string(),
    min: z.number(),
    max: z.number(),
    steps: z.int().min(1).optional(),
    scale: z.enum(["linear", "log"]).optional(),
  }),
]).meta({
  description: "A JSON Pointer into the base candidate, such as " +
    "/components/0/strategyParams/window, with its list of values or its range; windows are in days",
});
export type Axis = z.infer<typeof AxisSchema>;

const bars = (text: string) => z.int().min(0).max(1e6).default(0).meta({ description: text });
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
    }),
    ...apart,
  }).meta({
    description: "The last bars are held out; the best candidate before them is tested on them",
  }),
  z.strictObject({
    kind: z.literal("walkForward"),
    folds: z.int().min(1).max(64),
    mode: z.enum(["anchored", "rolling"]).default("anchored").meta({
      description:
        "Whether a fold is searched from the first bar, or only in the part before its own",
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

const seed = z.int().min(0).max(WHOLE_MAX).default(0).meta({ description: "Seed of all draws" });
const count = (most: number) =>
  z.int().min(1).max(most).meta({ description: "Candidates per searched window" });

/** The method that chooses candidates. */
export const MethodSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("grid") }).meta({
    description: "Every combination of levels; a range needs steps",
  }),
  z.strictObject({ kind: z.literal("random"), count: count(WHOLE_MAX), seed }),
  z.strictObject({ kind: z.literal("sobol"), count: count(WHOLE_MAX), seed }).meta({
    description: "Points of the Sobol sequence, which are spread more evenly than random ones",
  }),
  z.strictObject({ kind: z.literal("halving"), count: count(HALVING_MAX), seed }).meta({
    description:
      "Sobol points on the last bars, then the best quarter on four times as many bars, " +
      "and so on up to all bars",
  }),
  z.strictObject({ kind: z.literal("adaptive"), count: count(ADAPTIVE_MAX), seed }).meta({
    description: "Sobol points first; then, in rounds, draws around the best so far (a Parzen " +
      "estimator over all axes)",
  }),
]);
export type Method = z.infer<typeof MethodSchema>;

/** Bounds of a figure; a point outside them is never the best. */
export const ConstraintSchema = z.strictObject({
  figure: AimSchema,
  min: z.number().optional(),
  max: z.number().optional(),
});
export type Constraint = z.infer<typeof ConstraintSchema>;

/** A search plan as a user writes it, for the page, the command and the service alike. */
export const SearchPlanSchema = z.strictObject({
  base: CandidateSchema.meta({ description: "The base candidate, whose fields the axes vary" }),
  axes: z.array(AxisSchema).min(1).max(AXES_MAX).meta({ "x-unit": "axes" }),
  method: MethodSchema.default({ kind: "grid" }),
  aim: AimSchema.default("score").meta({
    description: "The figure that ranks candidates; losses and costs are better when smaller. A " +
      "figure of the evaluation, such as edge, ranks the best candidates by score, eligible ones " +
      "first",
  }),
  evaluate: z.int().min(0).max(EVALUATE_MAX).default(20).meta({
    description: "Number of the best candidates to evaluate, each with all of the search's trials",
  }),
  constraints: z.array(ConstraintSchema).max(16).default([]).meta({ "x-unit": "constraints" }),
  windows: WindowsSchema.default({ kind: "whole" }),
}).meta({
  id: "SearchPlan",
  description: "The candidates to try, the bars to try them on, and the aim",
});
export type SearchPlan = z.infer<typeof SearchPlanSchema>;
