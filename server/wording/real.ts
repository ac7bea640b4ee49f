// This module is browser compatible.

/**
 * The sentence on real maturities, for page, report, agents and terminal.
 *
 * @module
 */
import type { Evaluation } from "../contracts/types.ts";
import type { RealReason } from "../contracts/real.ts";
import { counted, signed } from "./numbers.ts";

/** The members of an evaluation that the sentence is of. */
type Told = Pick<Evaluation, "real" | "realReason"> & {
  readonly candidate: Pick<Evaluation["candidate"], "timeframe">;
};

const REASONS: Readonly<Record<RealReason, string>> = {
  "no-history": "Real maturities: none of this market are here.",
  "hourly-windows": "Real maturities: only daily bars are here, and a window is no whole day.",
  "own": "Real maturities: this market is itself one.",
  "not-runnable": "Real maturities: none has what the candidate needs.",
};

/**
 * Says what a candidate did on real maturities: "On 4 real maturities, 208 days: +0.7 %/y over idle
 * (−1.2 to +2.6), 0.0 over Hold (−0.3 to +0.2): too short to tell."
 */
export function realSentence({ real, realReason, candidate }: Told): string {
  if (real === null) return REASONS[realReason ?? "no-history"];
  const { rows, scoredDays, overHold, overIdle, timeframe } = real;
  const count = rows.filter(({ status }) => status === "ran").length;
  const bars = timeframe === candidate.timeframe ? "" : ` of ${timeframe} bars`;
  const on = `On ${counted(count, "real maturity", "real maturities")}, ` +
    counted(scoredDays, "day") + bars;
  const over = ({ perYear, low, high }: typeof overHold, unit: string, line: string): string => {
    const [mean, from, to] = [perYear, low, high].map((value) => signed(100 * value, 1));
    return `${mean}${unit} over ${line} (${from} to ${to})`;
  };
  const lines = [overIdle, overHold];
  const judgement = lines.every(({ low }) => low > 0)
    ? "more than both, and not by chance: on public data"
    : lines.every(({ high }) => high < 0)
    ? "less than both, and not by chance"
    : "too short to tell";
  return `${on}: ${over(overIdle, " %/y", "idle")}, ${over(overHold, "", "Hold")}: ${judgement}.`;
}
