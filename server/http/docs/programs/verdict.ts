/** The members of an evaluation's `data` that its verdict is recomputed from. */
export interface Evaluation {
  benchmarkUtility: number;
  candidate: { timeframe: "hourly" | "daily"; components: unknown[] };
  capitalScore: { tEff: number };
  diagnostics: { fills: number };
  resolvedScoringProfile: { scoredBars: number; totalBars: number };
  scenarioResult: { utilityScore: number; maxDrawdown: number; turnover: number };
  scenarios: { kind: string; inCapitalScore: boolean; maxDrawdown: number; utility: number }[];
  verdict: {
    method: string;
    passiveGap: number | null;
    series: { utility: number[]; hold: number[]; idle: number[]; twin: number[] };
    trials: { count: number };
  };
}

/** The members of `verdict` that follow from its series, and the gates. */
export interface Tests {
  line: "hold" | "idle";
  meanUtility: number;
  lineUtility: number;
  holdUtility: number;
  idleUtility: number;
  edge: number;
  edgeStandardError: number | null;
  edgeInterval: number[] | null;
  t: number | null;
  pValue: number;
  beatsHold: number | null;
  beatsIdle: number | null;
  beatsLine: number | null;
  timing:
    | { paths: number; edge: number; t: number | null; pValue: number; pAdjusted: number }
    | null;
}

interface Gate {
  gate: string;
  value: number | boolean;
  threshold: number | boolean;
  margin: number | null;
  passed: boolean;
}

/** The recomputed members of an evaluation. */
export interface Recomputed {
  score: number;
  verdict: Tests & { paths: number; pAdjusted: number };
  capitalScore: {
    capitalScore: number;
    meanUtility: number;
    sdUtility: number;
    scenarios: number;
  };
  eligibility: { eligible: boolean; gates: Gate[] };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;
const less = (a: number[], b: number[]): number[] => a.map((value, at) => value - (b[at] ?? NaN));
const times = (a: number[], b: number[]): number =>
  sum(a.map((value, at) => value * (b[at] ?? NaN)));
const centred = (values: number[]): number[] => values.map((value) => value - mean(values));
const squares = (values: number[]): number => times(values, values);
const deviation = (values: number[]): number =>
  Math.sqrt(squares(centred(values)) / (values.length - 1));
const wins = (a: number[], b: number[]): number =>
  less(a, b).filter((value) => value > 1e-9).length;

/** Returns the share of a normal distribution above z: by a series, in the tail by a continued fraction. */
export function above(z: number): number {
  if (z < 0) return 1 - above(-z);
  const density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  if (z > 3) {
    let fraction = z;
    for (let at = 200; at > 0; at -= 1) fraction = z + at / fraction;
    return density / fraction;
  }
  let [term, total] = [z, z];
  for (let at = 1; at < 100; at += 1) total += term *= z * z / (2 * at + 1);
  return 0.5 - density * total;
}

/** Returns the p of a one-sided test of Student's t, by Wallace's approximation. */
function oneSided(t: number | null, nu: number): number {
  if (t === null) return 1;
  return above(
    Math.sign(t) * (8 * nu + 1) / (8 * nu + 3) * Math.sqrt(nu * Math.log1p(t * t / nu)),
  );
}

/** Returns the p of the best of several tries (Sidak). */
function adjusted(p: number, tries: number): number {
  return p === 1 ? 1 : -Math.expm1(Math.min(tries, 1e9) * Math.log1p(-p));
}

/** Returns the verdict by 64 sister paths: the edge over the line with its control variate. */
function bySisters({ series, passiveGap, trials }: Evaluation["verdict"]): Tests {
  const { utility, hold, idle, twin } = series;
  const [gap, count] = [passiveGap ?? NaN, utility.length];
  const line = gap >= 0 ? "hold" : "idle";
  const [control, own] = [less(hold, idle), less(utility, series[line])];
  const [x, y, off] = [centred(control), centred(own), mean(control) - gap];
  const sxx = squares(x);
  const beta = sxx < 1e-20 ? 0 : times(x, y) / sxx;
  const edge = mean(own) - beta * off;
  const rss = squares(y.map((value, at) => value - beta * (x[at] ?? NaN)));
  const nu = count - 2;
  const error = Math.sqrt(rss / nu * (1 / count + (sxx < 1e-20 ? 0 : off * off / sxx)));
  const t = rss <= 1e-20 ? null : edge / error;
  const tau = less(utility, twin).slice(0, twin.length);
  const spread = deviation(tau);
  const tauT = spread <= 1e-12 ? null : mean(tau) / (spread / Math.sqrt(tau.length));
  const p = oneSided(tauT, tau.length - 1);
  return {
    line,
    meanUtility: mean(utility),
    lineUtility: mean(series[line]),
    holdUtility: mean(hold),
    idleUtility: mean(idle),
    edge,
    edgeStandardError: error,
    edgeInterval: [edge - 1.669804 * error, edge + 1.669804 * error],
    t,
    pValue: oneSided(t, nu),
    beatsHold: wins(utility, hold),
    beatsIdle: wins(utility, idle),
    beatsLine: wins(utility, series[line]),
    timing: {
      paths: tau.length,
      edge: mean(tau),
      t: tauT,
      pValue: p,
      pAdjusted: adjusted(p, trials.count),
    },
  };
}

/** Returns the verdict of a dataset without a generator, by 99 rotations of the targets. */
function byRotation({ series }: Evaluation["verdict"], official: number): Tests {
  const [hold = NaN, idle = NaN] = [series.hold[0], series.idle[0]];
  const line = hold >= idle ? "hold" : "idle";
  const edge = official - Math.max(hold, idle);
  const asGood = series.utility.filter((rotated) => rotated >= official - 1e-12).length;
  return {
    line,
    meanUtility: official,
    lineUtility: Math.max(hold, idle),
    holdUtility: hold,
    idleUtility: idle,
    edge,
    edgeStandardError: null,
    edgeInterval: null,
    t: null,
    pValue: edge > 1e-9 ? (1 + asGood) / 100 : 1,
    beatsHold: null,
    beatsIdle: null,
    beatsLine: null,
    timing: null,
  };
}

/** A gate that a value passes up to its threshold. */
function most(gate: string, value: number, threshold: number): Gate {
  return { gate, value, threshold, margin: threshold - value, passed: value <= threshold };
}

/** A gate that a value passes from its threshold on. */
function least(gate: string, value: number, threshold: number): Gate {
  return { gate, value, threshold, margin: value - threshold, passed: value >= threshold };
}

/** A gate that always passes. */
function fact(gate: string): Gate {
  return { gate, value: true, threshold: true, margin: null, passed: true };
}

/** Returns the recomputed members of an evaluation, by their names. */
export function recomputed(data: Evaluation): Recomputed {
  const { utilityScore, maxDrawdown, turnover } = data.scenarioResult;
  const { method, series, trials } = data.verdict;
  const tests = method === "rotation"
    ? byRotation(data.verdict, utilityScore)
    : bySisters(data.verdict);
  const { edge, pValue, timing } = tests;
  const pAdjusted = adjusted(pValue, trials.count);

  const counted = data.scenarios.slice(1).filter(({ inCapitalScore }) => inCapitalScore);
  const sisters = method === "rotation" ? [] : series.utility;
  const utilities = [utilityScore, ...sisters, ...counted.map(({ utility }) => utility)];
  const [meanUtility, sdUtility] = [mean(utilities), deviation(utilities)];
  const capitalScore = meanUtility - 0.5 * sdUtility - 0.1 / Math.sqrt(data.capitalScore.tEff);

  const shown = data.scenarios.filter(({ kind }) => kind === "official" || kind === "stress");
  const worst = Math.max(...shown.map((row) => row.maxDrawdown));
  const { scoredBars, totalBars } = data.resolvedScoringProfile;
  const days = scoredBars / (data.candidate.timeframe === "hourly" ? 24 : 1);
  const oneHistory = { ...fact("ONE_HISTORY"), value: false, passed: false };
  const proof = most("EDGE", pAdjusted, 0.05);
  const gates = [
    { ...least("POSITIVE_UTILITY", utilityScore, 0), passed: utilityScore > 0 },
    { ...proof, passed: proof.passed && edge > 0 },
    timing === null ? oneHistory : most("TIMING", timing.pAdjusted, 0.05),
    most("MAX_DRAWDOWN", maxDrawdown, 0.05),
    most("WORST_SCENARIO_DRAWDOWN", worst, 0.15),
    most("MAX_TURNOVER", turnover, 0.25),
    least("MIN_SCORED_DAYS", days, 30),
    least("MIN_FILLS", data.diagnostics.fills, 1),
    most("RUNTIME_BUDGET", totalBars * data.candidate.components.length, 1_000_000),
    fact("CONFIG_VALID"),
    fact("FINITE_NUMBERS"),
  ];
  return {
    score: 100 * utilityScore / Math.max(data.benchmarkUtility, 1e-4),
    verdict: { ...tests, paths: series.utility.length, pAdjusted },
    capitalScore: { capitalScore, meanUtility, sdUtility, scenarios: utilities.length },
    eligibility: { eligible: gates.every(({ passed }) => passed), gates },
  };
}
