// This module is browser compatible.

import { z } from "zod";
import { CANDIDATES_MAX, FIGURES, SearchPlanSchema } from "./plan.ts";
import { TOP_DEFAULT, TOP_MAX } from "./top.ts";

/** The request to start a search. */
export const SearchRequestSchema = z.strictObject({
  plan: SearchPlanSchema,
  top: z.int().min(1).max(TOP_MAX).default(TOP_DEFAULT).meta({
    description: "Number of best candidates in the report",
    "x-unit": "candidates",
    examples: [50],
  }),
  from: z.string().max(64).optional().meta({
    description: "A finished search of the key to continue: its best candidates are enqueued, " +
      "after those of the plan, as far as they are on the axes of this plan",
    examples: ["0b6d3f52-7a1c-4e0e-9f0a-5c1d2e3f4a5b"],
  }),
  tried: z.int().min(1).max(CANDIDATES_MAX).optional().meta({
    description: "Candidates that a search of the same base and axes has tried elsewhere, " +
      "`luck.tried` of its report: they are tries of the key from now on, on each dataset of the " +
      "plan. Enqueue the best of them to have them evaluated here",
    "x-unit": "candidates",
    examples: [1_000_000],
  }),
  points: z.enum(["none", "all"]).default("none").meta({
    description: "Whether to store the figures of all candidates for later reading",
    examples: ["all"],
  }),
}).meta({ id: "SearchRequest", description: "The request to start a search" });
export type SearchRequest = z.input<typeof SearchRequestSchema>;

const instant = z.iso.datetime();
const count = z.number().int().min(0);
const links = z.strictObject({
  self: z.string(),
  events: z.string().meta({ description: "Server-sent events with this view on every change" }),
  points: z.string(),
  file: z.string().meta({ description: "All points as one Parquet file" }),
}).meta({ description: "Paths of the search's resources" });

/** A key's quota for searches. */
export const SearchQuotaSchema = z.strictObject({
  unitsPerDay: count.meta({ description: "Compute units of searches a day" }),
  unitsLeft: count.meta({ description: "Compute units left today, UTC" }),
  candidatesPerDay: count.meta({
    description: "The units as candidates of one component. Deprecated: use `unitsPerDay`",
  }),
  candidatesLeft: count.meta({
    description: "The units left as candidates of one component. Deprecated: use `unitsLeft`",
  }),
  searchesAtOnce: count,
  searchesLeft: count,
  resetsAt: instant.meta({ description: "Start of the next day" }),
}).meta({ id: "SearchQuota", description: "The key's quota for searches, and the rest of it" });
export type SearchQuotaView = z.infer<typeof SearchQuotaSchema>;

/** An accepted search. */
export const SearchStartSchema = z.strictObject({
  searchId: z.string(),
  status: z.literal("queued"),
  candidates: count.meta({ description: "Maximum candidates to run, in all stages and windows" }),
  evaluations: count.meta({ description: "Maximum evaluations of the best" }),
  units: count.meta({
    description: "Maximum compute units: 10 for each component of a candidate and of its " +
      "run on a path, and 1,000 for each component of an evaluation; at least 1 for each kB of the " +
      "plan. The day's quota is charged with them, and after the end of the search with those of " +
      "the ranges that were run and at least those of the plan",
  }),
  estimatedSeconds: z.number().min(0).meta({
    description: "Estimated duration without other searches, from a fresh measurement",
  }),
  quota: SearchQuotaSchema,
  links,
}).meta({ id: "SearchStart", description: "An accepted search" });
export type SearchStart = z.infer<typeof SearchStartSchema>;

const figures = z.object(
  Object.fromEntries(Object.keys(FIGURES).map((name) => [name, z.number().nullable()])) as Record<
    keyof typeof FIGURES,
    z.ZodNullable<z.ZodNumber>
  >,
).meta({ description: "Figures of the candidate; null without a number" });

/** The best candidate of a search so far. */
export const SearchBestSchema = z.strictObject({
  stage: z.string().meta({ description: "The stage, and thus the bars, that it was chosen on" }),
  number: count.meta({ description: "Number of the candidate in the plan" }),
  coordinates: z.array(z.number()).meta({ description: "One coordinate per axis" }),
  figures,
}).meta({ id: "SearchBest", description: "The best candidate so far" });

const heading = {
  searchId: z.string(),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  candidates: count.meta({ description: "Maximum candidates to run" }),
  done: count.meta({ description: "Candidates run so far" }),
  units: count.meta({ description: "Maximum compute units" }),
  unitsDone: count.meta({ description: "Compute units of what was run so far" }),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
};

/** A row of the list of searches. */
export const SearchSummarySchema = z.strictObject(heading).meta({
  id: "SearchSummary",
  description: "The progress of a search",
});
export type SearchSummary = z.infer<typeof SearchSummarySchema>;

/** The searches of a key. */
export const SearchListSchema = z.strictObject({
  searches: z.array(SearchSummarySchema).meta({
    description: "The last hundred searches, newest first",
  }),
  quota: SearchQuotaSchema,
}).meta({ id: "SearchList", description: "The searches of a key" });
export type SearchList = z.infer<typeof SearchListSchema>;

/** A search, with its report once it is done. */
export const SearchViewSchema = z.strictObject({
  ...heading,
  secondsLeft: z.number().min(0).nullable().meta({
    description: "Estimate from the rate so far; null before there is one",
  }),
  stage: z.string().nullable().meta({
    description: "The current stage; null before and after the run",
  }),
  best: SearchBestSchema.nullable(),
  failure: z.string().nullable().meta({ description: "Reason of the failure" }),
  plan: SearchPlanSchema,
  report: z.looseObject({
    verdict: z.looseObject({
      level: z.string(),
      isFlagged: z.boolean(),
      sentence: z.string(),
      reasons: z.array(z.string()),
      notes: z.array(z.string()),
    }),
    top: z.array(z.looseObject({ rank: z.int(), number: z.number(), figures })),
  }).nullable().meta({
    description: "Equal to `report.json` of the command `search`; null until done",
  }),
  links,
}).meta({ id: "SearchView", description: "A search, with its report once it is done" });
export type SearchView = z.input<typeof SearchViewSchema>;

/** A page of the points of a search. */
export const SearchPointsSchema = z.strictObject({
  columns: z.array(z.string()).meta({ description: "Names of the columns" }),
  rows: z.array(z.array(z.union([z.number(), z.string(), z.null()]))),
  next: z.string().nullable().meta({
    description: "Path of the next page; null on the last page",
  }),
}).meta({ id: "SearchPoints", description: "A page of the points of a search" });

export type SearchPoints = z.infer<typeof SearchPointsSchema>;

/** All points of a search, as a file. */
export const SearchFileSchema = z.string().meta({
  id: "SearchFile",
  description: "A Parquet file with a row per candidate and stage",
});

/** The events of a search. */
export const SearchEventsSchema = z.string().meta({
  id: "SearchEvents",
  description: "Events `progress` and finally `end`, each with a SearchView as its data",
});
