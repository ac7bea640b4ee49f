// This module is browser compatible.

import { z } from "zod";

const utility = (description: string): z.ZodNumber => z.number().meta({ description });
const utilities = (description: string): z.ZodArray<z.ZodNumber> =>
  z.array(z.number()).meta({ description });
const pValue = z.number().min(0).max(1);
const pathCount = z.nullable(z.int().min(0));

const TimingSchema = z.strictObject({
  paths: z.int().min(1).meta({ description: "Paths on which a twin runs" }),
  edge: utility("Mean utility less the twin's, per year, decimal"),
  t: z.nullable(z.number()).meta({ description: "edge over its error; null without deviation" }),
  pValue: pValue.meta({ description: "One-sided, of one try; 1 when t is null" }),
  pAdjusted: pValue.meta({ description: "The same, adjusted for all tries (Sidak)" }),
}).meta({
  id: "Timing",
  description: "Against the blind twin, which carries out on each path the targets that the " +
    "candidate chose on the next one. What does not look at the market has a difference of 0",
});

const TrialsSchema = z.strictObject({
  count: z.int().min(1).meta({
    description: "The number that edge and timing are adjusted by, which is evaluated",
  }),
  counted: z.boolean().meta({
    description:
      "false where trials are not counted (command line, library): all numbers are then 1",
  }),
  evaluated: z.int().min(1).meta({
    description: "Distinct candidates that the key has evaluated on the dataset, by requests and " +
      "in searches, this one included",
  }),
  searched: z.int().min(1).meta({
    description: "Distinct candidates that the key has run on the dataset's official path, by " +
      "simulations, searches and evaluations; only deflatedSharpe is adjusted by their number",
  }),
}).meta({ id: "Trials", description: "The trials of the key" });

const SeriesSchema = z.strictObject({
  utility: utilities("Of the candidate, one per path (rotation: one per rotation)"),
  hold: utilities("Of Hold, one per path (rotation: one)"),
  idle: utilities("Of capital left in SY, one per path (rotation: one)"),
  twin: utilities("Of the blind twin, on the first 32 paths (rotation: none)"),
}).meta({ id: "VerdictSeries", description: "Utilities in path order, per year, decimal" });

/** Whether the candidate beats the better passive line on paths that it was not fitted to. */
export const VerdictSchema = z.strictObject({
  method: z.enum(["sister_paths", "rotation"]).meta({
    description: "sister_paths: fresh paths of the dataset's generator. rotation: rotations of " +
      "the targets on the one path of a dataset without a generator, which gives no verdict",
  }),
  line: z.enum(["hold", "idle"]).meta({ description: "The better passive line" }),
  paths: z.int().min(1).meta({ description: "Sister paths (64) or rotations (99)" }),
  meanUtility: utility("Of the candidate, mean over the paths, per year, decimal"),
  lineUtility: utility("Of the line, alike"),
  holdUtility: utility("Of Hold, alike"),
  idleUtility: utility("Of capital left in SY, alike"),
  passiveGap: z.nullable(z.number()).meta({
    description: "Hold less idle over 65,536 reference paths, per year; null by rotation",
  }),
  edge: utility("Utility above the line, per year, decimal; corrected for the passive gap"),
  edgeStandardError: z.nullable(z.number().min(0)).meta({
    description: "Standard error of edge; null by rotation",
  }),
  edgeInterval: z.nullable(z.tuple([z.number(), z.number()])).meta({
    description: "90 % interval of edge before counting tries; null by rotation",
  }),
  t: z.nullable(z.number()).meta({
    description: "edge over its error; null without deviation and by rotation",
  }),
  pValue: pValue.meta({ description: "One-sided, of one try; 1 when t is null" }),
  pAdjusted: pValue.meta({ description: "The same, adjusted for all tries (Sidak)" }),
  beatsHold: pathCount.meta({ description: "Paths on which the candidate is above Hold" }),
  beatsIdle: pathCount.meta({ description: "Paths on which the candidate is above idle" }),
  beatsLine: pathCount.meta({
    description:
      "Paths on which the candidate is above the line; not a ranking, as it does not repeat",
  }),
  timing: z.nullable(TimingSchema),
  trials: TrialsSchema,
  pathSeed: z.nullable(z.string().regex(/^[0-9]{1,20}$/)).meta({
    description: "The seed behind those of the paths, 64 bits: that of the public ones, or of a " +
      "candidate with texts its own; null by rotation",
  }),
  sameAs: z.nullable(z.enum(["hold", "idle"])).meta({
    description: "The passive line with the same fills as the official run; null without one",
  }),
  series: SeriesSchema,
}).meta({
  id: "Verdict",
  description: "The candidate against the better passive line, on fresh paths of the generator. " +
    "It is about this generator, and a hypothesis until it is confirmed on hidden paths",
});
