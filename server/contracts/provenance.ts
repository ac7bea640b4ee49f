// This module is browser compatible.

import { z } from "zod";
import { InstantSchema, Sha256Schema } from "./scalar.ts";

/** Where a generated dataset comes from. */
export const SyntheticSchema = z.strictObject({
  kind: z.literal("synthetic"),
  generatorVersion: z.int().min(1).meta({ description: "Version of the generator" }),
  seed: z.int().min(0),
  passiveGap: z.number().meta({
    description: "Mean of U(Hold) - U(idle) over 4,096 reference paths",
  }),
}).meta({ id: "SyntheticProvenance", description: "Where a generated dataset comes from" });

const text = z.string().min(1).max(500);

/** Where an imported dataset comes from. */
export const ImportSchema = z.strictObject({
  kind: z.literal("import"),
  source: text.meta({ description: "Who published the raw data", examples: ["pendle"] }),
  url: text.optional(),
  fetchedAt: InstantSchema.optional(),
  chain: text.optional().meta({ description: "Name or id of the chain", examples: ["1"] }),
  market: text.optional().meta({ description: "Address of the market on its chain" }),
  licence: text.optional().meta({ description: "Terms under which the data may be used" }),
  importer: text.meta({ description: "What made the columns", examples: ["arena-import/1"] }),
  sourceSha256: Sha256Schema.meta({ description: "SHA-256 of the raw data" }),
  estimated: z.array(text).optional().meta({ description: "What the source did not say" }),
  filled: z.int().min(0).meta({ description: "Bars that carry the one before, of a gap" }),
  dropped: z.int().min(0).meta({ description: "Rows of the source that were left out" }),
}).meta({ id: "ImportProvenance", description: "Where an imported dataset comes from" });

function wrongKind({ code }: { readonly code?: string }): string | undefined {
  return code === "invalid_union" ? "must be synthetic or import" : undefined;
}

/** Where a dataset comes from. */
export const ProvenanceSchema = z.discriminatedUnion("kind", [SyntheticSchema, ImportSchema], {
  error: wrongKind,
}).meta({ id: "Provenance", description: "Where a dataset comes from" });

/** The same in a manifest, which says more of a generated dataset. */
export const ManifestProvenanceSchema = z.discriminatedUnion("kind", [
  SyntheticSchema.extend({
    passiveGapHead: z.number().meta({ description: "The same over the first 64 of them" }),
  }).meta({ description: "Where a generated dataset comes from" }),
  ImportSchema,
], { error: wrongKind });

export type Provenance = z.infer<typeof ProvenanceSchema>;
