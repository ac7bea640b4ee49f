// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "./candidate.ts";
import { ReceiptSchema } from "./receipt.ts";
import { InstantSchema, Sha256Schema } from "./scalar.ts";

/** Most boards of a season. */
export const SEASON_BOARDS_MAX = 6;
/** Smallest and largest number of hidden paths of a season, and the step between two numbers. */
export const SEASON_PATHS = { min: 64, max: 2048, step: 32, default: 512 } as const;
/** Entries of a key in one season, on all its boards together, unless the season says otherwise. */
export const ENTRIES_PER_KEY = 5;

/** The states of a season. The clock and the store decide the state; no command switches it. */
export const SEASON_STATES = [
  "announced",
  "open",
  "closed",
  "revealed",
  "scored",
  "void",
] as const;
export type SeasonState = typeof SEASON_STATES[number];

const count = z.int().min(0);
const hex16 = z.string().regex(/^[0-9a-f]{16}$/);

/** Id of a season. */
export const SeasonIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, {
  error: "must be 3 to 40 lower-case letters, digits and hyphens, without a hyphen at either end",
}).meta({ description: "Id of the season", examples: ["autumn-1"] });

/** Instant of a record: UTC, whole seconds. */
export const SecondSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, {
  error: "must be an instant in UTC and whole seconds, such as 2026-11-01T00:00:00Z",
}).refine((text) => !Number.isNaN(Date.parse(text)), { error: "must be an instant" })
  .meta({ description: "ISO 8601 instant, UTC, whole seconds" });

/** A board: a market and a timeframe. */
export const BoardNameSchema = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*-(hourly|daily)$/, {
  error: "must be a market and a timeframe, such as susde-hourly",
}).max(80).meta({
  description: "Key of the market and timeframe, joined by a hyphen",
  examples: ["susde-hourly"],
});

/** A round of a public source of randomness. */
export const BeaconSchema = z.strictObject({
  network: z.literal("drand-quicknet"),
  round: z.int().min(1),
}).meta({ id: "Beacon", description: "A round of a public source of randomness" });

/** Versions of everything that decides the numbers of a season. */
export const SeasonVersionsSchema = z.strictObject({
  generatorVersion: z.int(),
  policyVersion: z.int(),
  formulaVersion: z.int(),
  catalogueHash: Sha256Schema,
  engineVersion: z.string(),
}).meta({ id: "SeasonVersions", description: "Versions that decide the numbers of a season" });

/** The definition of a season, which never changes. */
export const SeasonDefinitionSchema = z.strictObject({
  seasonId: SeasonIdSchema,
  title: z.string().min(1).max(100),
  boards: z.array(BoardNameSchema).min(1).max(SEASON_BOARDS_MAX),
  capital: z.string().meta({ description: "Capital of every entry" }),
  paths: z.int().min(SEASON_PATHS.min).max(SEASON_PATHS.max).multipleOf(SEASON_PATHS.step).meta({
    description: "Hidden paths of each board",
  }),
  opensAt: SecondSchema,
  closesAt: SecondSchema,
  entriesPerKey: z.int().min(1).max(1_000).meta({
    description: "Entries of a key, on all boards together",
  }),
  secretHash: Sha256Schema.meta({ description: "Fingerprint of the secret" }),
  beacon: BeaconSchema.nullable().meta({ description: "null: the secret and the entries decide" }),
  versions: SeasonVersionsSchema,
}).meta({ description: "The definition of a season; never changes" });

/** Position in the log, and the head of the log there. */
export const LogPositionSchema = z.strictObject({
  index: count.meta({ description: "Number of the record, from 1" }),
  head: Sha256Schema,
}).meta({ description: "A record of the log, and the head after it" });

/** A season as it stands. */
export const SeasonSchema = SeasonDefinitionSchema.extend({
  state: z.enum(SEASON_STATES),
  counts: z.record(z.string(), count).meta({ description: "Entries by board" }),
  leaders: z.record(z.string(), count).nullable().meta({
    description: "Leaders by board; null before all boards are scored",
  }),
  entriesLastHour: count.nullable().meta({
    description: "Entries of the last hour before the close; null before the close",
  }),
  closedHead: LogPositionSchema.extend({ entries: count }).nullable().meta({
    description: "The log after the last entry, from the close on: note it before the reveal",
  }),
  voided: z.strictObject({ reason: z.string(), at: InstantSchema }).nullable(),
  reveal: z.strictObject({
    secret: Sha256Schema.meta({ description: "The secret, 32 bytes" }),
    beaconSignature: z.string().nullable(),
    beaconValue: Sha256Schema.nullable(),
    at: InstantSchema,
  }).nullable(),
  scoredAt: InstantSchema.nullable(),
}).meta({ id: "Season", description: "A season as it stands" });

/** The seasons of the arena. */
export const SeasonListSchema = z.strictObject({
  seasons: z.array(SeasonSchema).meta({ description: "Newest first" }),
}).meta({ id: "SeasonList", description: "The seasons of the arena" });

/** A row of a board of a season. */
export const BoardRowSchema = z.strictObject({
  number: count.nullable().meta({ description: "Number of the entry; null of hold and idle" }),
  line: z.enum(["hold", "idle"]).optional(),
  keyTag: hex16.nullable().meta({ description: "Marks the entries of one key in this season" }),
  candidate: CandidateSchema.nullable(),
  candidateHash: Sha256Schema.nullable(),
  meanUtility: z.number().nullable(),
  score: z.number().nullable().meta({
    description:
      "100 times `meanUtility`, divided by that of Hold or by 0.0001 if that is more. It is not rounded, " +
      "so the score of Hold is 100 up to the last digit of a double, such as 99.99999999999999",
  }),
  edge: z.number().nullable(),
  edgeStandardError: z.number().nullable(),
  rank: z.int().nullable(),
  rankInterval: z.tuple([z.int(), z.int()]).nullable(),
  beatsLines: z.boolean(),
  leader: z.boolean(),
  sameAs: z.union([z.int(), z.enum(["hold", "idle"])]).nullable().meta({
    description: "The row whose utility is the same on every path",
  }),
  like: z.int().nullable().meta({ description: "The entry under which this one is shown" }),
  state: z.enum(["scored", "failed"]),
  failure: z.strictObject({
    path: z.int().meta({ description: "Number of the first path without a utility, from 1" }),
    message: z.string(),
  }).nullable().meta({ description: "Why the entry could not be run; null when it was" }),
}).meta({ id: "BoardRow", description: "A row of a board of a season" });

/** The head of a board of a season. */
export const BoardHeadSchema = z.strictObject({
  seasonId: SeasonIdSchema,
  board: BoardNameSchema,
  paths: z.int(),
  entries: count.meta({ description: "Entries of the board" }),
  failed: count.meta({ description: "Entries that could not be run, which have no rank" }),
  numbers: z.array(z.int()).meta({
    description: "Numbers of the scored entries: the rows of the matrix, before hold and idle",
  }),
  kept: count.meta({ description: "Rows that are counted, hold and idle included" }),
  bar: z.number().nullable(),
  level: z.number().nullable(),
  line: z.enum(["hold", "idle"]),
  holdUtility: z.number(),
  idleUtility: z.number(),
  leaders: count.meta({ description: "Leaders, without those that are like a higher entry" }),
  leadersAlike: count.meta({ description: "Leaders that are like a higher entry" }),
  bestEdge: z.number().nullable().meta({ description: "null without a scored entry" }),
  matrixHash: Sha256Schema,
  datasetHash: Sha256Schema,
  versions: SeasonVersionsSchema,
}).meta({ description: "The head of a board of a season" });

/** The request to enter a season. */
export const EntryRequestSchema = z.strictObject({
  candidate: CandidateSchema,
  name: z.string().max(40).optional().meta({
    description: "Name on the board; empty by default, shown as the number of the entry",
    examples: ["Carry 7"],
  }),
}).meta({ id: "EntryRequest", description: "The request to enter a season" });

/** An entry of a season, as its key sees it. */
export const EntrySchema = z.strictObject({
  number: z.int().min(1).meta({ description: "Number in the season" }),
  board: BoardNameSchema,
  candidate: CandidateSchema.meta({ description: "With all defaults" }),
  candidateHash: Sha256Schema,
  name: z.string(),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  keyTag: hex16,
  acceptedAt: SecondSchema,
  state: z.enum(["entered", "scored", "failed"]),
  leaf: Sha256Schema.meta({ description: "Leaf of the entry in the log" }),
  result: BoardRowSchema.nullable().meta({
    description: "Its row; null before the board is scored",
  }),
}).meta({ id: "Entry", description: "An entry of a season, as its key sees it" });

/** An accepted entry. */
export const EnteredSchema = z.strictObject({
  entry: EntrySchema,
  receipt: ReceiptSchema.nullable().meta({ description: "null: the server signs nothing" }),
}).meta({ id: "Entered", description: "An accepted entry" });

/** The entries of a key in a season. */
export const EntryListSchema = z.strictObject({
  entries: z.array(EnteredSchema).meta({ description: "By number" }),
  limit: count.meta({ description: "Entries that the key may have" }),
}).meta({ id: "EntryList", description: "The entries of a key in a season" });

export type Beacon = z.infer<typeof BeaconSchema>;
export type BoardHead = z.infer<typeof BoardHeadSchema>;
export type BoardRow = z.infer<typeof BoardRowSchema>;
export type Entered = z.infer<typeof EnteredSchema>;
export type Entry = z.infer<typeof EntrySchema>;
export type EntryList = z.infer<typeof EntryListSchema>;
export type EntryRequest = z.input<typeof EntryRequestSchema>;
export type LogPosition = z.infer<typeof LogPositionSchema>;
export type Receipt = z.infer<typeof ReceiptSchema>;
export type Season = z.infer<typeof SeasonSchema>;
export type SeasonDefinition = z.infer<typeof SeasonDefinitionSchema>;
export type SeasonList = z.infer<typeof SeasonListSchema>;
export type SeasonVersions = z.infer<typeof SeasonVersionsSchema>;
