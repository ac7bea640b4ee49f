// This module is browser compatible.

import { z } from "zod";
import { InstantSchema, Sha256Schema } from "./scalar.ts";

/** Origin of a generated dataset. */
export const SyntheticSchema = z.strictObject({
  kind: z.literal("synthetic"),
  generatorVersion: z.int().min(1).meta({ description: "Version of the generator" }),
  seed: z.int().min(0),
  passiveGap: z.number().meta({
    description: "Mean of U(Hold) - U(idle) over 65,536 reference paths",
  }),
}).meta({ id: "SyntheticProvenance", description: "Where a generated dataset comes from" });

const text = z.string().min(1).max(500);

/** Origin of an imported dataset. */
export const ImportSchema = z.strictObject({
  kind: z.literal("import"),
  source: text.meta({ description: "Who published the raw data", examples: ["pendle"] }),
  url: text.optional(),
  fetchedAt: InstantSchema.optional(),
  chain: text.optional().meta({ description: "Name or id of the chain", examples: ["1"] }),
  market: text.optional().meta({ description: "Address of the market on its chain" }),
  coin: text.optional().meta({
    description: "Name of the accounting asset, in which capital and pool are counted",
    examples: ["ETH"],
  }),
  licence: text.optional().meta({ description: "Terms under which the data may be used" }),
  importer: text.meta({ description: "What made the columns", examples: ["arena-import/1"] }),
  sourceSha256: Sha256Schema.meta({ description: "SHA-256 of the raw data" }),
  estimated: z.array(text).optional().meta({ description: "Inputs that the source lacks" }),
  corrections: z.array(text).optional().meta({
    description: "What was read otherwise than it stands in the source, with counts",
  }),
  filled: z.int().min(0).meta({ description: "Bars in gaps, filled with the bar before" }),
  dropped: z.int().min(0).meta({ description: "Rows of the source that were dropped" }),
}).meta({ id: "ImportProvenance", description: "Origin of an imported dataset" });

function wrongKind({ code }: { readonly code?: string }): string | undefined {
  return code === "invalid_union" ? "must be synthetic or import" : undefined;
}

/** Origin of a dataset. */
export const ProvenanceSchema = z.discriminatedUnion("kind", [SyntheticSchema, ImportSchema], {
  error: wrongKind,
}).meta({ id: "Provenance", description: "Origin of a dataset" });

/** Origin of a dataset in a manifest, which has more members for a generated dataset. */
export const ManifestProvenanceSchema = z.discriminatedUnion("kind", [
  SyntheticSchema.extend({
    passiveGapHead: z.number().meta({ description: "The same over the first 64 paths" }),
  }).meta({ description: "Origin of a generated dataset" }),
  ImportSchema,
], { error: wrongKind });

export type Provenance = z.infer<typeof ProvenanceSchema>;
