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

/** Most axes of a plan, those of the Sobol sequence in the engine. */
const AXES_MAX = 16;
/** Numbers that a double holds exactly. */
const WHOLE_MAX = 2 ** 53 - 1;
/** Candidates of a search at most, over all windows: a year of a core. */
export const CANDIDATES_MAX = 1e11;

/** An axis: a place in the base candidate, and what stands there. */
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
    "/components/0/strategyParams/window, with the values or the range that it goes through; " +
    "windows are in days",
});
export type Axis = z.infer<typeof AxisSchema>;

const bars = (text: string) => z.int().min(0).max(1e6).default(0).meta({ description: text });
const apart = {
  purge: bars("Bars left out at the end of what is searched"),
  embargo: bars("Bars left out before what is tested"),
};

/** Which bars are searched, and which are kept to test what was found. */
export const WindowsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("whole") }).meta({ description: "All scored bars" }),
  z.strictObject({
    kind: z.literal("holdout"),
    share: z.number().gt(0).lt(1).meta({ description: "Share of the bars, the last, to test on" }),
    ...apart,
  }).meta({ description: "The last bars are kept: what is best before them is run on them" }),
  z.strictObject({
    kind: z.literal("walkForward"),
    folds: z.int().min(1).max(64),
    mode: z.enum(["anchored", "rolling"]).default("anchored").meta({
      description:
        "Whether a fold is searched from the first bar on, or in the part before its own",
    }),
    ...apart,
  }).meta({
    description: "The bars are cut into one part more than there are folds; each part but the " +
      "first tests what was best before it. All bars are searched besides, for the best of all",
  }),
]);
export type Windows = z.infer<typeof WindowsSchema>;

/** Most candidates of an adaptive method, which keeps what it has seen in memory. */
const HALVING_MAX = 1 << 20;
const ADAPTIVE_MAX = 1 << 16;
/** Most that are evaluated, ten seconds of a core. */
const EVALUATE_MAX = 1024;

const seed = z.int().min(0).max(WHOLE_MAX).default(0).meta({ description: "Seed of all draws" });
const count = (most: number) =>
  z.int().min(1).max(most).meta({ description: "Candidates in each window that is searched" });

/** How candidates are chosen. */
export const MethodSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("grid") }).meta({
    description: "Every combination of levels; a range needs steps",
  }),
  z.strictObject({ kind: z.literal("random"), count: count(WHOLE_MAX), seed }),
  z.strictObject({ kind: z.literal("sobol"), count: count(WHOLE_MAX), seed }).meta({
    description: "Points of the Sobol sequence: spread more evenly than random ones",
  }),
  z.strictObject({ kind: z.literal("halving"), count: count(HALVING_MAX), seed }).meta({
    description: "Sobol points on the last bars; the best quarter of them on four times as many, " +
      "and so on to all",
  }),
  z.strictObject({ kind: z.literal("adaptive"), count: count(ADAPTIVE_MAX), seed }).meta({
    description: "Sobol points first; then, in rounds, draws around the best of all so far " +
      "(a Parzen estimator over all axes)",
  }),
]);
export type Method = z.infer<typeof MethodSchema>;

/** Bounds of a figure: a point outside of them is no answer, whatever its aim. */
export const ConstraintSchema = z.strictObject({
  figure: AimSchema,
  min: z.number().optional(),
  max: z.number().optional(),
});
export type Constraint = z.infer<typeof ConstraintSchema>;

/** What is searched, as a user writes it; the same for the page, the command and the service. */
export const SearchPlanSchema = z.strictObject({
  base: CandidateSchema.meta({ description: "The candidate; what no axis sets stays as it is" }),
  axes: z.array(AxisSchema).min(1).max(AXES_MAX),
  method: MethodSchema.default({ kind: "grid" }),
  aim: AimSchema.default("score").meta({
    description: "The figure that decides; losses and costs are the better the smaller. One of " +
      "an evaluation (edge, the estimate of its verdict, and others) decides among the best by " +
      "score, those that are eligible first",
  }),
  evaluate: z.int().min(0).max(EVALUATE_MAX).default(20).meta({
    description: "How many of the best are evaluated, each as one of so many trials",
  }),
  constraints: z.array(ConstraintSchema).max(16).default([]),
  windows: WindowsSchema.default({ kind: "whole" }),
}).meta({
  id: "SearchPlan",
  description: "Which candidates are tried, on which bars, and for what",
});
export type SearchPlan = z.infer<typeof SearchPlanSchema>;
