// This module is browser compatible.

import { z } from "zod";
import { InstantSchema, MarketIdSchema, Sha256Schema, TimeframeSchema } from "./scalar.ts";

/** One dataset of the manifest (`RULES.md` 1). */
export const ManifestEntrySchema = z.strictObject({
  marketId: MarketIdSchema,
  marketKey: z.string(),
  timeframe: TimeframeSchema,
  file: z.string().regex(/^[a-z0-9][a-z0-9._-]*\.csv$/, { error: "must be a file name" }),
  sha256: Sha256Schema,
  packed: z.strictObject({
    file: z.string().regex(/^[a-z0-9][a-z0-9._-]*\.f64$/, { error: "must be a file name" }),
    sha256: Sha256Schema,
  }).nullish().meta({ description: "The same columns as doubles, which are read without parsing" }),
  bars: z.int().min(1).meta({ description: "Rows of the file" }),
  firstTimestamp: InstantSchema,
  lastTimestamp: InstantSchema,
  expiry: InstantSchema,
  scalarRoot: z.number().positive().meta({ description: "Depth of the pool's curve" }),
  farExpiry: z.nullable(InstantSchema).meta({ description: "Expiry of the next maturity" }),
  provenance: z.string().min(1).meta({
    description: '"synthetic", or the source of imported data',
  }),
  generatorVersion: z.int().nullish().meta({
    description: "Version of the generator that made a synthetic dataset",
  }),
  seed: z.int().nullish().meta({ description: "Of a synthetic dataset" }),
  passiveGap: z.number().nullish().meta({
    description: "Mean of U(Hold) - U(idle) over 4,096 reference paths, of a synthetic dataset",
  }),
  passiveGapHead: z.number().nullish().meta({
    description: "The same over the first 64 of them",
  }),
}).meta({ description: "One dataset of `datasets/manifest.json`" });

/** The engine's summary of a dataset that was added. */
export const DatasetSummarySchema = z.strictObject({
  marketId: MarketIdSchema,
  marketKey: z.string(),
  timeframe: TimeframeSchema,
  bars: z.int(),
  firstTimestamp: InstantSchema,
  lastTimestamp: InstantSchema,
  expiry: InstantSchema,
  farExpiry: z.nullable(InstantSchema).meta({ description: "Expiry of the next maturity" }),
  features: z.array(z.string()).meta({ description: "Columns that strategies may need" }),
  datasetHash: Sha256Schema.meta({ description: "SHA-256 of the CSV file" }),
  warmupBars: z.int().meta({ description: "Bars before the scored window" }),
  scoredBars: z.int(),
  benchmarkUtility: z.number().meta({ description: "Utility of buying PT at once and holding it" }),
  idleUtility: z.number().meta({ description: "Utility of leaving all capital in SY" }),
  maxTradableCapital: z.number().meta({
    description: "Largest capital at which one component can enter fully at the first scored bar",
  }),
}).meta({ description: "The engine's summary of a dataset" });
