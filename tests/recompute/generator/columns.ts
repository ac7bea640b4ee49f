/**
 * The columns of `RULES.md` 1.4, implemented from its text and not from the engine.
 *
 * @module
 */

import type { MarketConstants } from "./markets.ts";
import { HalfYear } from "./half_year.ts";
import type { Coefficients } from "./random.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 31_536_000_000;
/** The weight of this maturity in the next. */
const NEAR = 0.7;

/** Names of the columns, and the rows of a file: an instant and numbers. */
export interface GeneratedFile {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Generates the hourly or daily file of a seed. */
export function generateFile(
  market: MarketConstants,
  timeframe: "hourly" | "daily",
  { seed, coefficients }: { readonly seed: bigint; readonly coefficients: Coefficients },
): GeneratedFile {
  const halfYear = new HalfYear(market, seed, coefficients);
  const { syIndex, underlyingApy } = halfYear.index();
  const [value, turnover, premiums] = [
    halfYear.value(),
    halfYear.turnover(),
    halfYear.farPremiums(),
  ];
  const step = timeframe === "hourly" ? 1 : 24;
  const expiry = Date.parse(`${market.expiry}T00:00:00Z`);
  const last = expiry - market.hoursLeft * HOUR_MS;
  const [first = NaN] = halfYear.logYield;
  const odds = Math.log(market.firstShare / (1 - market.firstShare));
  const at = (path: readonly number[], hour: number): number => path[hour] ?? NaN;
  let watermark = 0;
  const rows = Array.from({ length: 24 * market.days / step }, (_, bar) => {
    const hour = (bar + 1) * step - 1;
    const timestamp = last - (24 * market.days - 1 - hour) * HOUR_MS;
    const [logYield, index] = [at(halfYear.logYield, hour), at(syIndex, hour)];
    watermark = Math.max(watermark, index);
    const par = Math.exp(-logYield * ((expiry - timestamp) / YEAR_MS));
    const ptPrice = index < watermark ? par * (index / watermark) : par;
    const share = 1 / (1 + Math.exp(-(odds + market.scalarRoot * (logYield - first))));
    const face = at(value, hour) / (share * ptPrice + (1 - share));
    const [totalPt, totalSy] = [share * face, (1 - share) * face / index];
    let volume = 0;
    for (let one = bar * step; one <= hour; one++) volume += at(turnover, one) * at(value, one);
    const level = (1 - NEAR) * Math.log1p(halfYear.level + (halfYear.farPremium ?? NaN));
    return [
      new Date(timestamp).toISOString().replace(".000Z", "Z"),
      Math.expm1(logYield),
      at(underlyingApy, hour),
      ptPrice,
      totalPt,
      totalSy,
      index,
      totalPt * ptPrice + totalSy * index,
      volume,
      ...(market.far === null ? [] : [Math.expm1(NEAR * logYield + level + at(premiums, hour))]),
    ];
  });
  const names = ["timestamp", "impliedApy", "underlyingApy", "ptPrice", "totalPt", "totalSy"];
  const far = market.far === null ? [] : ["farImpliedApy"];
  return { names: [...names, "syIndex", "tvl", "volume", ...far], rows };
}
