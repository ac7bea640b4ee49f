import type { Dataset } from "../datasets/dataset.ts";
import { seededRandom } from "./seeded_random.ts";
import { COLUMN_NAMES } from "./datasets.ts";

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 0, 1);
const YEAR_DAYS = 365;
const DAYS_TO_EXPIRY = 260;
const WEEK_DAYS = 7;
const DAYS = 220;
const POOL_SIZE = 80e6;

/** Daily paths of a market, both as logarithms of annual yields. */
interface Paths {
  readonly logYield: readonly number[];
  /** Yield of SY. */
  readonly underlying: readonly number[];
}

/** Returns daily bars of a market with given yields, which satisfy every identity of `RULES.md` 1. */
function marketOf({ logYield: yields, underlying }: Paths): Dataset {
  const days = yields.length;
  // The trailing yield of SY needs seven days before the first bar.
  let growth = 0;
  const grown = Array.from({ length: days + WEEK_DAYS }, (_, day) => {
    growth += (underlying[Math.max(0, day - WEEK_DAYS)] ?? 0) / YEAR_DAYS;
    return 1.1 * Math.exp(growth);
  });
  const rows = Array.from({ length: days }, (_, day) => {
    const elapsed = day + 1;
    const logYield = yields[day] ?? 0;
    const ptPrice = Math.exp(-logYield * (DAYS_TO_EXPIRY - elapsed) / YEAR_DAYS);
    const [weekAgo = 1, syIndex = 1] = [grown[day], grown[day + WEEK_DAYS]];
    const totalPt = 0.3 * POOL_SIZE;
    const totalSy = 0.7 * POOL_SIZE / syIndex;
    return [
      FIRST_MS + elapsed * DAY_MS,
      Math.expm1(logYield),
      (syIndex / weekAgo) ** (YEAR_DAYS / WEEK_DAYS) - 1,
      ptPrice,
      totalPt,
      totalSy,
      syIndex,
      totalPt * ptPrice + totalSy * syIndex,
      1e6,
    ];
  });
  return {
    header: {
      marketId: 1,
      marketKey: "planted",
      marketName: "Planted",
      timeframe: "daily",
      expiry: new Date(FIRST_MS + DAYS_TO_EXPIRY * DAY_MS).toISOString(),
      scalarRoot: 22,
      farExpiry: null,
      provenance: {
        kind: "synthetic",
        generatorVersion: 2,
        seed: 7,
        passiveGap: 0.01,
        passiveGapHead: 0.01,
      },
      absent: [],
      estimated: [],
      pyIndex: null,
      sha256: "0".repeat(64),
      tradeStartIndex: 30,
      columns: COLUMN_NAMES,
    },
    columns: Float64Array.from(
      COLUMN_NAMES.flatMap((_, column) => rows.map((row) => row[column] ?? 0)),
    ),
  };
}

/**
 * Makes a market without an edge: the past does not predict the future. `fair`, and `tails` with rare
 * large moves: SY earns what PT yields, so that every position earns the same on average. `carry`: PT
 * yields twice what SY earns, so that holding PT is best.
 */
export type Noise = "fair" | "tails" | "carry";

export function noiseMarket(seed: number, kind: Noise = "fair"): Dataset {
  const random = seededRandom(seed);
  const toss = (): number => random() < 0.5 ? -1 : 1;
  const logYield: number[] = [];
  let last = kind === "carry" ? 0.14 : 0.1;
  while (logYield.length < DAYS) {
    // The same mean square as coin tosses; one move in twenty is four times as large.
    const size = kind === "tails" ? (random() < 0.05 ? 4 : 0.46) : 1;
    const move = last + 0.0025 * size * toss();
    if (move > 0.02 && move < 0.3) logYield.push(last = move);
  }
  return marketOf({
    logYield,
    underlying: kind === "carry" ? logYield.map(() => 0.07) : logYield,
  });
}

/** Makes a yield that swings around 8 % in 16 days, with noise: buying high yields earns each time. */
export function edgeMarket(seed: number, swing = 0.025): Dataset {
  const random = seededRandom(seed);
  const logYield = Array.from(
    { length: DAYS },
    (_, day) => 0.08 + swing * Math.sin(2 * Math.PI * day / 16) + 0.004 * (random() - 0.5),
  );
  return marketOf({ logYield, underlying: logYield.map(() => Math.log(1.06)) });
}
