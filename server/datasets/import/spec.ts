// This module is browser compatible.

import { z } from "zod";
import { IMPORTED_ID_MIN, LOCAL_ID_MIN, OFFICIAL_KEYS } from "../../contracts/market_ids.ts";
import { MarketKeySchema } from "../../contracts/scalar.ts";
import { isQuantity, type Quantity } from "./quantity.ts";

/** The version of the import rules, recorded in the provenance. */
export const IMPORTER = "arena-import/2";

const InstantSchema = z.iso.datetime({
  offset: true,
  error: "must be an instant like 2026-01-31T00:00:00Z",
});
const RateSchema = z.number().gt(-0.5).lt(3);
const MapKeySchema = z.string().refine((key) => parseMapKey(key) !== null, {
  error: "is no quantity",
});
const QuantitySchema = z.string().refine(isQuantity, { error: "is no quantity" });

/** Every input of an import besides the sources; stored with them. */
export const ImportSpecSchema = z.strictObject({
  marketId: z.int().min(IMPORTED_ID_MIN, {
    error: `must be ${IMPORTED_ID_MIN} or more: smaller ids are of the official datasets`,
  }).lt(LOCAL_ID_MIN, {
    error: `must be under ${LOCAL_ID_MIN}: larger ids are of what a browser keeps to itself`,
  }),
  marketKey: MarketKeySchema,
  name: z.string().min(1).max(64),
  /** Official market of the same asset. */
  asset: z.enum(OFFICIAL_KEYS, { error: `must be one of ${OFFICIAL_KEYS.join(", ")}` }).optional(),
  expiry: InstantSchema,
  farExpiry: InstantSchema.optional(),
  /** Names of columns by `[FILE:]NAME`, with NAME a quantity or `timestamp`. */
  map: z.record(MapKeySchema, z.string()).default({}),
  /** Whether the rows are stamped at the opening or at the close of their hour or day. */
  stamp: z.enum(["open", "close"], { error: "must be open or close" }).optional(),
  /** Whether CSV files without a last line end are known to be whole. */
  isComplete: z.boolean().optional(),
  /** States that one SY is always worth the same, as of a market that pays points only. */
  syIndex: z.literal("constant", { error: "must be constant" }).optional(),
  /** Quantities in percent, for tables of unknown form. */
  percent: z.array(QuantitySchema).default([]),
  /** Quantities that are decimals although they look like percent. */
  decimal: z.array(QuantitySchema).default([]),
  /** Whether times without a zone are UTC. */
  assumesUtc: z.boolean().optional(),
  scalarRoot: z.number().gt(0).optional(),
  /** The curve that was estimated first, which an append keeps. */
  curve: z.number().gt(0).optional(),
  yieldRange: z.tuple([RateSchema, RateSchema]).refine(([low, high]) => low < high, {
    error: "must be the lower yield, then the higher",
  }).optional(),
  /** syIndex at the first bar, from which a published yield is compounded. */
  anchor: z.number().gt(0).optional(),
  /** Price of the accounting asset in USD, if no source has it. */
  assetUsd: z.number().gt(0).optional(),
  /** Decimals of PT and SY on the chain. */
  decimals: z.int().min(0).max(36).default(18),
  /** First and last bar to import; null for all bars up to expiry. */
  start: InstantSchema.optional(),
  end: InstantSchema.optional(),
  /** Whether the market lives and the last row that all sources have is the newest. */
  isLive: z.boolean().optional(),
  source: z.string().min(1).max(200),
  url: z.string().max(500).optional(),
  fetchedAt: InstantSchema.optional(),
  chain: z.string().regex(/^\d{1,12}$/, { error: "must be the number of a chain" }).optional(),
  market: z.string().max(100).optional(),
  /** Name of the accounting asset, in which amounts are counted. */
  coin: z.string().regex(/^[\w.-]{1,20}$/, { error: "must be a symbol like ETH" }).optional(),
  licence: z.string().max(200).optional(),
});

/** See {@linkcode ImportSpecSchema}. */
export type ImportSpec = z.infer<typeof ImportSpecSchema>;
export type SpecInput = z.input<typeof ImportSpecSchema>;

/** What `--map` gives a column to, in one file or in all. */
export interface MapKey {
  readonly file: string | null;
  readonly name: Quantity | "timestamp";
}

/** Parses `[FILE:]NAME`; null when NAME is no quantity. */
export function parseMapKey(key: string): MapKey | null {
  const at = key.lastIndexOf(":");
  const name = key.slice(at + 1);
  if (name !== "timestamp" && !isQuantity(name)) return null;
  return { file: at < 0 ? null : key.slice(0, at), name };
}
