// This module is browser compatible.

import { z } from "zod";
import { OFFICIAL_KEYS } from "./market_ids.ts";
import { ManifestProvenanceSchema, ProvenanceSchema } from "./provenance.ts";
import {
  InstantSchema,
  MarketIdSchema,
  MarketKeySchema,
  Sha256Schema,
  TimeframeSchema,
} from "./scalar.ts";

/** Columns that a dataset may lack; prices and fills do not need them. */
export const ABSENT_COLUMNS = ["volume", "farImpliedApy"] as const;

/** Names that may be estimated: columns, and the constant of the pool. */
export const ESTIMATED_NAMES = [
  "impliedApy",
  "underlyingApy",
  "ptPrice",
  "totalPt",
  "totalSy",
  "syIndex",
  "tvl",
  "volume",
  "farImpliedApy",
  "scalarRoot",
] as const;

export const AbsentSchema = z.array(z.enum(ABSENT_COLUMNS)).meta({
  description: "Columns that the dataset lacks; strategies that need them do not run",
});

export const EstimatedSchema = z.array(z.enum(ESTIMATED_NAMES)).meta({
  description: "Columns, or scalarRoot, that are estimated rather than given by the source",
});

const ScalarRootSchema = z.number().positive().meta({ description: "Depth of the pool's curve" });

const PyIndexSchema = z.number().positive().meta({
  description: "Largest index before the first bar: the watermark below which PT is paid less",
});

/** One market of a manifest. */
export const ManifestMarketSchema = z.strictObject({
  marketId: MarketIdSchema,
  marketKey: MarketKeySchema,
  name: z.string().min(1).max(64).meta({ description: "Display name" }),
  expiry: InstantSchema,
  scalarRoot: ScalarRootSchema,
  farExpiry: InstantSchema.nullish().meta({ description: "Expiry of the next maturity" }),
  asset: z.enum(OFFICIAL_KEYS).optional().meta({
    description: "Official market of the same asset, of which this is a real maturity",
  }),
}).meta({ description: "One market of a manifest: the common facts of its datasets" });

/** One dataset of a manifest (`RULES.md` 1). */
export const ManifestEntrySchema = z.strictObject({
  marketId: MarketIdSchema,
  timeframe: TimeframeSchema,
  file: z.string().regex(/^[a-z0-9][a-z0-9._-]*\.csv$/, { error: "must be a file name" }),
  sha256: Sha256Schema,
  packed: z.strictObject({
    file: z.string().regex(/^[a-z0-9][a-z0-9._-]*\.f64$/, { error: "must be a file name" }),
    sha256: Sha256Schema,
  }).nullish().meta({ description: "The same columns as doubles, read without parsing" }),
  bars: z.int().min(1).meta({ description: "Rows of the file" }),
  firstTimestamp: InstantSchema,
  lastTimestamp: InstantSchema,
  absent: AbsentSchema.optional(),
  estimated: EstimatedSchema.optional(),
  pyIndex: PyIndexSchema.nullish(),
  provenance: ManifestProvenanceSchema,
}).meta({ description: "One dataset of a `manifest.json`" });

/** A `manifest.json`: the markets of a folder, and their datasets. */
export const ManifestSchema = z.strictObject({
  markets: z.array(ManifestMarketSchema).min(1),
  datasets: z.array(ManifestEntrySchema).min(1),
}).meta({ description: "The content of a `manifest.json`" });

/** A dataset of a manifest with the facts of its market. */
export const DatasetEntrySchema = z.strictObject({
  ...ManifestMarketSchema.shape,
  ...ManifestEntrySchema.shape,
}).meta({ description: "A dataset of a manifest with the facts of its market" });

/** Facts of a dataset in both the engine's summary and the list of markets. */
export const datasetFacts = {
  bars: z.int().min(1),
  firstTimestamp: InstantSchema,
  lastTimestamp: InstantSchema,
  features: z.array(z.string()).meta({ description: "Columns that strategies may require" }),
  absent: AbsentSchema,
  estimated: EstimatedSchema,
  scalarRoot: ScalarRootSchema,
  pyIndex: z.nullable(PyIndexSchema),
  datasetHash: Sha256Schema.meta({ description: "SHA-256 of the CSV file" }),
  provenance: ProvenanceSchema,
  provenanceHash: Sha256Schema.meta({
    description: "Hash of the inputs besides the file, such as the provenance; see /docs/verify",
  }),
  warmupBars: z.int().min(0).meta({ description: "Bars before the scored window" }),
  scoredBars: z.int().min(0),
  benchmarkUtility: z.number().meta({ description: "Utility of buying PT at once and holding it" }),
  idleUtility: z.number().meta({ description: "Utility of leaving all capital in SY" }),
  maxTradableCapital: z.number().meta({
    description: "Largest capital at which one sleeve can enter fully at the first scored bar",
  }),
};

/** The engine's summary of an added dataset. */
export const DatasetSummarySchema = z.strictObject({
  marketId: MarketIdSchema,
  marketKey: z.string(),
  timeframe: TimeframeSchema,
  expiry: InstantSchema,
  farExpiry: z.nullable(InstantSchema).meta({ description: "Expiry of the next maturity" }),
  ...datasetFacts,
}).meta({ description: "The engine's summary of a dataset" });
