// This module is browser compatible.

import { z } from "zod";
import { StartError } from "../../base/errors.ts";

const AssetIdSchema = z.string().min(1);

const MarketSchema = z.looseObject({
  name: z.string().min(1),
  address: z.string(),
  chainId: z.number().optional(),
  expiry: z.iso.datetime({ offset: true }),
  /** Time of deployment. */
  timestamp: z.iso.datetime({ offset: true }),
  pt: AssetIdSchema,
  details: z.looseObject({
    yieldRange: z.looseObject({ min: z.number(), max: z.number() }).optional(),
  }).optional(),
});

/** A market of `/v2/markets/all`. */
export type PendleMarket = z.infer<typeof MarketSchema>;

/** Only the requested market is validated closely: others on the page may have unknown forms. */
const MarketsSchema = z.union([
  z.looseObject({ markets: z.array(z.looseObject({ address: z.string() })) })
    .transform(({ markets }) => markets),
  z.looseObject({ results: z.array(z.looseObject({ address: z.string() })) })
    .transform(({ results }) => results),
]);

const HistorySchema = z.looseObject({
  results: z.array(z.looseObject({
    timestamp: z.iso.datetime({ offset: true }),
    impliedApy: z.number().nullish(),
  })),
});

const TransactionsSchema = z.looseObject({
  resumeToken: z.string().nullish(),
  results: z.array(z.looseObject({ timestamp: z.string(), type: z.string() })),
});

/** The wanted markets of a page. */
export interface MarketPage {
  readonly count: number;
  readonly markets: readonly PendleMarket[];
}

/** Reads the markets of a chain on a page that have an address, or are of an asset. */
export function readMarkets(
  url: string,
  text: string,
  { chain, address, asset }: MarketQuery,
): MarketPage {
  const markets = checked(MarketsSchema, url, parsed(url, text));
  const found = markets.filter((market) =>
    readChainId(market) === chain &&
    (address === undefined || market.address.toLowerCase() === address.toLowerCase()) &&
    (asset === undefined || readAsset(market) === asset)
  );
  return { count: markets.length, markets: found.map((each) => checked(MarketSchema, url, each)) };
}

/** The markets that are wanted. */
export interface MarketQuery {
  readonly chain: string;
  readonly address?: string;
  /** Key of the asset, as `susde`. */
  readonly asset?: string;
}

/** Returns the key of the asset of `sUSDe`, `PT sUSDe 25SEP2025` and `PT-sUSDe-25SEP2025`. */
function readAsset(market: { readonly [name: string]: unknown }): string {
  return String(market["name"]).replace(/^PT[- ]/i, "")
    .replace(/[- ]\d{1,2}[- ]?[A-Z]{3}[- ]?\d{4}$/i, "").toLowerCase();
}

/** Returns an asset's name: its chain and address. */
function readChainId(market: { readonly [name: string]: unknown }): string {
  return String(market["chainId"] ?? String(market["pt"] ?? "").split("-")[0]);
}

/** Reads a page of history, whose rows must be within the requested span. */
export function readHistory(
  url: string,
  text: string,
  [from, to]: readonly [number, number],
): number {
  const { results } = checked(HistorySchema, url, parsed(url, text));
  const other = results.find(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return time < from - SLACK_MS || time > to + SLACK_MS;
  });
  if (other === undefined) return results.length;
  throw wrong(url, `it has a row of ${other.timestamp}, which was not asked for`);
}

/** A service may round the ends of a span to its own hours or days. */
const SLACK_MS = 86_400_000;

/**
 * Reads a page of trades, the newest first; returns their number and the token of the next page, null when
 * there is none or when it has only trades before an instant.
 */
export function readTransactions(
  url: string,
  text: string,
  since: number,
): { readonly count: number; readonly token: string | null } {
  const { resumeToken, results } = checked(TransactionsSchema, url, parsed(url, text));
  const oldest = results.at(-1)?.timestamp;
  const isLast = oldest === undefined || Date.parse(oldest) < since;
  return { count: results.length, token: isLast ? null : resumeToken ?? null };
}

function parsed(url: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(url, `it is not JSON, but ${JSON.stringify(text.slice(0, 80))}`);
  }
}

function checked<T>(schema: z.ZodType<T>, url: string, json: unknown): T {
  const outcome = schema.safeParse(json);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw wrong(url, `/${issue?.path.join("/") ?? ""}: ${issue?.message ?? "another form"}`);
}

/** Returns the error for an answer of an unknown form. */
export function wrong(url: string, reason: string): StartError {
  return new StartError(`Cannot use the answer of ${url}: ${reason}`);
}
