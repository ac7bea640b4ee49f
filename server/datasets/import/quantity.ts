// This module is browser compatible.

/** The quantities in a row of a source. `assetUsd` converts USD amounts to asset amounts. */
export const QUANTITIES = [
  "impliedApy",
  "farImpliedApy",
  "totalPt",
  "totalSy",
  "syIndex",
  "pyIndex",
  "tvl",
  "tvlUsd",
  "volume",
  "volumeUsd",
  "volumeDayUsd",
  "publishedApy",
  "assetUsd",
  "syUsd",
  "ptUsd",
  "ptPrice",
  "ptPerSy",
  "underlyingApy",
  "scalarRoot",
  "secondsToExpiry",
  "daysToExpiry",
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Bounds of a quantity. A number outside them has the wrong unit or the wrong column. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The most likely cause of a number outside the bounds. */
  readonly hint: string;
}

const PERCENT = "a decimal is wanted, 0.08 is 8 %; say --unit NAME=percent of a column in percent";
const RAW = "a raw integer of a chain is divided by 1e18 first, see --from readstate";
const LEFT = "the time left to the expiry is wanted, not an instant";
const ASSET = "the price of a PT in its accounting asset is under 1.5; map one in USD as ptUsd";

/** Highest yield that is not a wrong unit: some yields reach 300 % in their last hours. */
const YIELD = { min: -1, max: 3, hint: PERCENT };
const INDEX = { min: 0.01, max: 100, hint: RAW };
const AMOUNT = { min: Number.MIN_VALUE, max: 1e13, hint: RAW };
const FLOW = { min: 0, max: 1e13, hint: RAW };
const PRICE_USD = { min: 1e-9, max: 1e7, hint: RAW };

export const BOUNDS: Readonly<Record<Quantity, Bounds>> = {
  // Below -1 too, because another rule drops low yields.
  impliedApy: { ...YIELD, min: -10 },
  farImpliedApy: { ...YIELD, min: -10 },
  totalPt: AMOUNT,
  totalSy: AMOUNT,
  syIndex: INDEX,
  pyIndex: INDEX,
  tvl: AMOUNT,
  tvlUsd: AMOUNT,
  volume: FLOW,
  volumeUsd: FLOW,
  volumeDayUsd: FLOW,
  publishedApy: YIELD,
  assetUsd: PRICE_USD,
  syUsd: PRICE_USD,
  ptUsd: PRICE_USD,
  ptPrice: { min: 0.01, max: 1.5, hint: ASSET },
  ptPerSy: INDEX,
  underlyingApy: YIELD,
  scalarRoot: { min: 0.1, max: 10_000, hint: RAW },
  secondsToExpiry: { min: -1e9, max: 1e9, hint: LEFT },
  daysToExpiry: { min: -1e4, max: 1e4, hint: LEFT },
};

/** Quantities that sources give in decimals or in percent. */
export const YIELDS: readonly Quantity[] = [
  "impliedApy",
  "farImpliedApy",
  "publishedApy",
  "underlyingApy",
];

/** Traded amounts. */
export const FLOWS: readonly Quantity[] = ["volume", "volumeUsd", "volumeDayUsd"];

/** What is of the asset and not of the market: a file that has nothing else has no volume of PT. */
export const OF_ASSET: readonly Quantity[] = [
  "syIndex",
  "pyIndex",
  "publishedApy",
  "underlyingApy",
  "assetUsd",
  "syUsd",
];

/** Returns whether a text is the name of a quantity. */
export function isQuantity(word: string): word is Quantity {
  return QUANTITIES.some((quantity) => quantity === word);
}
