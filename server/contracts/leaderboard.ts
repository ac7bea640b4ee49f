// This module is browser compatible.

import { z } from "zod";
import { ReceiptSchema } from "./receipt.ts";
import { InstantSchema, Sha256Schema } from "./scalar.ts";
import { ResolvedCandidateSchema } from "./simulation.ts";

/** Rows of one key on a practice board. */
export const PUBLISHED_PER_KEY = 20;
/** The orders of a practice board. */
export const BOARD_SORTS = ["score", "edge"] as const;
export type BoardSort = typeof BOARD_SORTS[number];

const count = z.int().min(0);

/** Body of a publication. */
export const PublishRequestSchema = z.strictObject({
  receipt: ReceiptSchema.meta({ description: "`data.receipt` of an evaluation of the key" }),
  name: z.string().meta({
    // In characters: the check of names counts them, and says what is allowed.
    minLength: 1,
    maxLength: 40,
    description: "Name on the board: letters and digits of one script, space and `._-`",
    examples: ["Carry 7"],
  }),
}).meta({ id: "PublishRequest", description: "An evaluation to publish, by its receipt" });

/** A published evaluation, as its key is answered. */
export const PublishedSchema = z.strictObject({
  board: z.string(),
  candidateHash: Sha256Schema,
  name: z.string(),
  replaced: z.boolean().meta({ description: "Whether the key had published the candidate before" }),
}).meta({ id: "Published", description: "A published evaluation" });

/** A withdrawn publication. */
export const UnpublishedSchema = z.strictObject({
  candidateHash: Sha256Schema,
  removed: z.boolean().meta({ description: "false: the key had no row of the candidate" }),
}).meta({ id: "Unpublished", description: "A withdrawn publication" });

/** A row of a practice board. */
export const PracticeRowSchema = z.strictObject({
  rank: z.int().nullable().meta({
    description: "Equal figures share it; null of hold, idle and candidates with texts",
  }),
  line: z.enum(["hold", "idle"]).nullable().meta({ description: "The passive line that it is" }),
  name: z.string(),
  keyTag: z.string().nullable().meta({ description: "Marks the rows of one key" }),
  candidate: ResolvedCandidateSchema.nullable(),
  candidateHash: Sha256Schema.nullable(),
  score: z.number(),
  edge: z.number().meta({ description: "Of the verdict, per year, decimal" }),
  edgeInterval: z.tuple([z.number(), z.number()]).nullable(),
  pAdjusted: z.number().nullable(),
  trials: z.int().nullable().meta({
    description:
      "Tries of the key on the dataset: today's, or those of the receipt, which pAdjusted " +
      "counts, if they are more",
  }),
  eligible: z.boolean(),
  capitalScore: z.number().nullable(),
  evaluatedAt: InstantSchema.nullable(),
  publishedAt: InstantSchema.nullable(),
  others: count.meta({ description: "Other keys that published the same candidate later" }),
  receipt: ReceiptSchema.nullable(),
}).meta({ id: "PracticeRow", description: "A row of a practice board" });

/** The fields of the passive rows, Hold and idle, that only a published candidate fills. */
export const PASSIVE_LINE = {
  rank: null,
  name: "",
  keyTag: null,
  candidate: null,
  candidateHash: null,
  edgeInterval: null,
  pAdjusted: null,
  trials: null,
  eligible: false,
  capitalScore: null,
  evaluatedAt: null,
  publishedAt: null,
  others: 0,
  receipt: null,
} as const;

/** A practice board. */
export const LeaderboardSchema = z.strictObject({
  board: z.string().meta({ examples: ["susde-hourly"] }),
  sort: z.enum(BOARD_SORTS),
  repeats: z.strictObject({ score: z.number(), edge: z.number() }).nullable().meta({
    description:
      "Spearman correlation of the order by score, and by edge, with the order on fresh " +
      "paths, as calibrated; null without a calibration",
  }),
  total: count.meta({ description: "Rows, hold and idle not counted" }),
  from: count.meta({ description: "Rows before the first one here" }),
  rows: z.array(PracticeRowSchema),
}).meta({
  id: "Leaderboard",
  description:
    "Practice: public data. Everybody may have tuned to it, and tries outside a key are " +
    "not counted",
});

export type Leaderboard = z.infer<typeof LeaderboardSchema>;
export type PracticeRow = z.infer<typeof PracticeRowSchema>;
export type Published = z.infer<typeof PublishedSchema>;
export type PublishRequest = z.infer<typeof PublishRequestSchema>;
export type Unpublished = z.infer<typeof UnpublishedSchema>;
