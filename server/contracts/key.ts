// This module is browser compatible.

import { z } from "zod";
import { SCOPES } from "./scopes.ts";
import { SearchQuotaSchema } from "./search.ts";
import { TimeframeSchema } from "./scalar.ts";

const count = z.int().min(0);
const instant = z.iso.datetime();

/** What a key may do, what it has done, and what is left of its limits. */
export const KeySchema = z.strictObject({
  keyId: z.string().meta({ description: "The public part of the key", examples: ["0123456789ab"] }),
  name: z.string().meta({ description: "As the operator has named it" }),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: instant,
  expiresAt: instant.nullable().meta({ description: "null: it does not expire" }),
  limits: z.strictObject({
    unitsPerSecond: count.meta({ description: "Compute units per second, and most of a request" }),
    unitsLeft: count.meta({ description: "Compute units left in this second" }),
    simulationsInFlight: count,
    simulationsLeft: count.meta({ description: "Simulations that may begin now" }),
    evaluationsInFlight: count,
    evaluationsLeft: count.meta({ description: "Evaluations that may begin now" }),
  }).meta({ description: "Limits of requests, and what is left of them" }),
  searches: SearchQuotaSchema,
  tries: z.array(z.strictObject({
    datasetHash: z.string(),
    marketId: z.int().nullable().meta({
      description: "null of a dataset that this server no longer serves",
    }),
    timeframe: TimeframeSchema.nullable(),
    evaluated: count.meta({ description: "Distinct candidates evaluated, which a verdict counts" }),
  })).meta({ description: "Tries by dataset, in the order of their hashes" }),
  entries: z.array(z.strictObject({ seasonId: z.string(), entries: count, limit: count })).meta({
    description: "Entries of the key by season, and most that a key may have there",
  }),
  publications: z.array(z.strictObject({ datasetHash: z.string(), rows: count, limit: count }))
    .meta({
      description: "Rows of the key by practice board, and most that a key may have there",
    }),
}).meta({ id: "Key", description: "What a key may do, has done, and has left" });
export type Key = z.infer<typeof KeySchema>;
