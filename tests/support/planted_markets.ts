import type { Dataset } from "../../server/datasets/dataset.ts";
import { seededRandom } from "../../server/search/random.ts";

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 0, 1);
const YEAR_DAYS = 365;
const DAYS_TO_EXPIRY = 260;
const UNDERLYING_APY = 0.06;
const POOL_SIZE = 80e6;
const COLUMNS = [
  "timestamp",
  "impliedApy",
  "underlyingApy",
  "ptPrice",
  "totalPt",
  "totalSy",
  "syIndex",
  "tvl",
  "volume",
];

/** Daily bars of a market whose yield takes a path; it satisfies every identity of `RULES.md` 1. */
function marketOf(days: number, logYieldAt: (day: number) => number): Dataset {
  const rows = Array.from({ length: days }, (_, day) => {
    const elapsed = day + 1;
    const logYield = logYieldAt(day);
    const ptPrice = Math.exp(-logYield * (DAYS_TO_EXPIRY - elapsed) / YEAR_DAYS);
    const syIndex = 1.1 * (1 + UNDERLYING_APY) ** (elapsed / YEAR_DAYS);
    const totalPt = 0.3 * POOL_SIZE;
    const totalSy = 0.7 * POOL_SIZE / syIndex;
    return [
      FIRST_MS + elapsed * DAY_MS,
      Math.expm1(logYield),
      UNDERLYING_APY,
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
      columns: COLUMNS,
    },
    columns: Float64Array.from(COLUMNS.flatMap((_, column) => rows.map((row) => row[column] ?? 0))),
  };
}

/** A yield that goes up and down as by the toss of a coin: what was says nothing of what comes. */
export function noiseMarket(seed: number): Dataset {
  const random = seededRandom(seed);
  const path: number[] = [];
  let logYield = 0.08;
  for (let day = 0; day < 220; day++) {
    logYield += 0.003 * (random() < 0.5 ? -1 : 1);
    if (logYield < 0.03 || logYield > 0.15) logYield = 0.16 - logYield > 0.1 ? 0.04 : 0.14;
    path.push(logYield);
  }
  return marketOf(220, (day) => path[day] ?? 0.08);
}

/** A yield that swings around 8 % in 16 days, with noise: who buys when it is high earns each time. */
export function edgeMarket(seed: number): Dataset {
  const random = seededRandom(seed);
  const noise = Array.from({ length: 220 }, () => 0.004 * (random() - 0.5));
  return marketOf(
    220,
    (day) => 0.08 + 0.025 * Math.sin(2 * Math.PI * day / 16) + (noise[day] ?? 0),
  );
}
