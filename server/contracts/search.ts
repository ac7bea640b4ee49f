// This module is browser compatible.

import { z } from "zod";
import { FIGURES, SearchPlanSchema } from "./plan.ts";

/** Best that are kept, by default and at most. */
const TOP_DEFAULT = 100;
const TOP_MAX = 256;

/** A search that is asked for. */
export const SearchRequestSchema = z.strictObject({
  plan: SearchPlanSchema,
  top: z.int().min(1).max(TOP_MAX).default(TOP_DEFAULT).meta({
    description: "Best candidates that are kept",
  }),
  points: z.enum(["none", "all"]).default("none").meta({
    description: "Whether the figures of all candidates are kept, to be read afterwards",
  }),
}).meta({ id: "SearchRequest", description: "A search that is asked for" });
export type SearchRequest = z.input<typeof SearchRequestSchema>;

const instant = z.iso.datetime();
const count = z.number().int().min(0);
const links = z.strictObject({
  self: z.string(),
  events: z.string().meta({ description: "Server-sent events: this view, again and again" }),
  points: z.string(),
  file: z.string().meta({ description: "All points as one Parquet file" }),
}).meta({ description: "Paths of what there is of the search" });

/** What a key has left for searches. */
export const SearchQuotaSchema = z.strictObject({
  candidatesPerDay: count,
  candidatesLeft: count.meta({ description: "Of this day, UTC" }),
  searchesAtOnce: count,
  searchesLeft: count,
  resetsAt: instant.meta({ description: "When the next day begins" }),
}).meta({ id: "SearchQuota", description: "What a key may search, and what is left of it" });
export type SearchQuotaView = z.infer<typeof SearchQuotaSchema>;

/** A search that was taken. */
export const SearchStartSchema = z.strictObject({
  searchId: z.string(),
  status: z.literal("queued"),
  candidates: count.meta({
    description: "Candidates that it runs at most, which the day's quota is charged with; " +
      "when it has ended, with those that were run",
  }),
  estimatedSeconds: z.number().min(0).meta({
    description: "How long that takes when nothing else is searched, by a measurement just now",
  }),
  quota: SearchQuotaSchema,
  links,
}).meta({ id: "SearchStart", description: "A search that was taken" });
export type SearchStart = z.infer<typeof SearchStartSchema>;

const figures = z.object(
  Object.fromEntries(Object.keys(FIGURES).map((name) => [name, z.number().nullable()])) as Record<
    keyof typeof FIGURES,
    z.ZodNullable<z.ZodNumber>
  >,
).meta({ description: "Null where there is no number" });

/** The best of a search so far. */
export const SearchBestSchema = z.strictObject({
  stage: z.string().meta({ description: "The bars that it is the best of" }),
  number: count.meta({ description: "Its number in the plan" }),
  coordinates: z.array(z.number()).meta({ description: "One for each axis" }),
  figures,
}).meta({ id: "SearchBest", description: "The best candidate so far" });

const heading = {
  searchId: z.string(),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  candidates: count.meta({ description: "Candidates that it runs at most" }),
  done: count.meta({ description: "Candidates that were run" }),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
};

/** A row of the list of searches. */
export const SearchSummarySchema = z.strictObject(heading).meta({
  id: "SearchSummary",
  description: "How far a search is",
});
export type SearchSummary = z.infer<typeof SearchSummarySchema>;

/** The searches of a key. */
export const SearchListSchema = z.strictObject({
  searches: z.array(SearchSummarySchema).meta({
    description: "The newest first, the last hundred",
  }),
  quota: SearchQuotaSchema,
}).meta({ id: "SearchList", description: "The searches of a key" });
export type SearchList = z.infer<typeof SearchListSchema>;

/** A search, with its report when it is done. */
export const SearchViewSchema = z.strictObject({
  ...heading,
  secondsLeft: z.number().min(0).nullable().meta({
    description: "By its rate so far; null when there is none",
  }),
  stage: z.string().nullable().meta({ description: "What is run; null before and after" }),
  best: SearchBestSchema.nullable(),
  failure: z.string().nullable().meta({ description: "Why it failed" }),
  plan: SearchPlanSchema,
  report: z.looseObject({
    verdict: z.looseObject({
      level: z.string(),
      isFlagged: z.boolean(),
      sentence: z.string(),
      reasons: z.array(z.string()),
    }),
    top: z.array(z.looseObject({ rank: z.int(), number: z.number(), figures })),
  }).nullable().meta({ description: "As `report.json` of the command `search`; null until done" }),
  links,
}).meta({ id: "SearchView", description: "A search, with its report when it is done" });
export type SearchView = z.input<typeof SearchViewSchema>;

/** Points of a search, one after the other. */
export const SearchPointsSchema = z.strictObject({
  columns: z.array(z.string()).meta({ description: "Names of the numbers of a row" }),
  rows: z.array(z.array(z.union([z.number(), z.string(), z.null()]))),
  next: z.string().nullable().meta({
    description: "Path of the next page; null: this is the last",
  }),
}).meta({ id: "SearchPoints", description: "A page of the points of a search" });
export type SearchPoints = z.infer<typeof SearchPointsSchema>;

/** All points of a search, as a file. */
export const SearchFileSchema = z.string().meta({
  id: "SearchFile",
  description: "A Parquet file with a row for each candidate of each stage",
});

/** The events of a search. */
export const SearchEventsSchema = z.string().meta({
  id: "SearchEvents",
  description: "Events `progress` and at last `end`, each with a SearchView as its data",
});
