const FIGURES = [
  "annualizedMeanReturn",
  "compoundAnnualReturn",
  "annualizedVolatility",
  "sharpe",
  "sortino",
  "maxDrawdown",
  "maxDrawdownDays",
  "drawdownRecovered",
  "calmar",
  "valueAtRisk",
  "cvar",
  "turnover",
  "executionCost",
  "exposure",
  "hitRate",
  "bestDay",
  "worstDay",
  "fills",
] as const;
const SKIPS = [
  "MIN_HOLD_BARS",
  "MAX_TRADE_PCT_LIQUIDITY",
  "POOL_LIMIT",
  "MAX_ESTIMATED_SLIPPAGE",
  "MIN_EDGE_TO_COST",
] as const;

const LITTLE_ENDIAN = true;

interface Counts {
  intents: number;
  fills: number;
  skips: number;
  skippedByReason: Record<typeof SKIPS[number], number>;
}

/** The members of a simulation's `data` that the two hashes cover. */
export interface Simulation {
  candidate: { capital: string };
  evidence: { datasetHash: string };
  execution: Counts & { components: Counts[] };
  metrics: Record<typeof FIGURES[number], number | boolean | null>;
  resolvedScoringProfile: {
    totalBars: number;
    warmupBars: number;
    scoredBars: number;
    tradeStartIndex: number;
    scoreStartTimestamp: string;
    scoreEndTimestamp: string;
  };
}

/** Returns the canonical form (RFC 8785) of a JSON value with ASCII names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(",")}}`;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function candidateHash({ candidate }: Simulation): Promise<string> {
  const capital = candidate.capital.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  return await sha256(new TextEncoder().encode(canonical({ ...candidate, capital })));
}

export async function resultHash(simulation: Simulation): Promise<string> {
  const { evidence, execution, metrics, resolvedScoringProfile: scored } = simulation;
  const bytes = new DataView(new ArrayBuffer(291 + 32 * execution.components.length));
  let at = 0;
  const byte = (value: number): void => bytes.setUint8(at++, value);
  const u32 = (value: number): void => bytes.setUint32((at += 4) - 4, value, LITTLE_ENDIAN);
  const i64 = (value: number): void =>
    bytes.setBigInt64((at += 8) - 8, BigInt(value), LITTLE_ENDIAN);
  const f64 = (value: number): void => bytes.setFloat64((at += 8) - 8, value, LITTLE_ENDIAN);
  const hash = (hex: string): void => hex.match(/../g)?.forEach((two) => byte(parseInt(two, 16)));
  const counts = (of: Counts): void => {
    [of.intents, of.fills, of.skips, ...SKIPS.map((name) => of.skippedByReason[name])].forEach(u32);
  };
  new TextEncoder().encode("arena-result-2\n").forEach(byte);
  hash(await candidateHash(simulation));
  hash(evidence.datasetHash);
  [scored.totalBars, scored.warmupBars, scored.scoredBars, scored.tradeStartIndex].forEach(u32);
  for (const instant of [scored.scoreStartTimestamp, scored.scoreEndTimestamp]) {
    i64(Math.floor(Date.parse(instant) / 1000));
  }
  for (const name of FIGURES) {
    const value = metrics[name];
    if (value === null) i64(0x7ff8 * 2 ** 48); // the quiet NaN
    else f64(Number(value) + 0); // -0 is written as 0
  }
  counts(execution);
  u32(execution.components.length);
  execution.components.forEach(counts);
  return await sha256(new Uint8Array(bytes.buffer));
}
