import type { Evaluation, Verdict } from "../contracts/types.ts";

type Gate = Evaluation["eligibility"]["gates"][number];

/** A verdict on sister paths that passes: 64 paths whose mean and error make the headline. */
export const SISTER_VERDICT: Verdict = {
  method: "sister_paths",
  line: "hold",
  paths: 64,
  meanUtility: 0.0841,
  lineUtility: 0.0771,
  holdUtility: 0.0771,
  idleUtility: 0.0668,
  passiveGap: 0.0108,
  edge: 0.0066,
  edgeStandardError: 0.0015,
  edgeInterval: [0.0041, 0.0091],
  t: 4.4,
  pValue: 0.00025,
  pAdjusted: 0.003,
  beatsHold: 41,
  beatsIdle: 60,
  beatsLine: 41,
  timing: { paths: 32, edge: 0.0052, t: 3.1, pValue: 0.00021, pAdjusted: 0.0025 },
  trials: { count: 12, counted: true, evaluated: 12, searched: 40 },
  pathSeed: "20261120",
  sameAs: null,
  series: {
    utility: series(64, 0.0841, 0.02),
    hold: series(64, 0.0771, 0.018),
    idle: series(64, 0.0668, 0.012),
    twin: series(32, 0.0789, 0.019),
  },
};

/** A verdict on a dataset without a generator that may be chance. */
export const ROTATION_VERDICT: Verdict = {
  ...SISTER_VERDICT,
  method: "rotation",
  pathSeed: null,
  line: "idle",
  paths: 99,
  passiveGap: null,
  edge: 0.012,
  edgeStandardError: null,
  edgeInterval: null,
  t: null,
  pValue: 0.04,
  pAdjusted: 0.115,
  beatsHold: null,
  beatsIdle: null,
  beatsLine: null,
  timing: null,
  trials: { count: 3, counted: true, evaluated: 3, searched: 3 },
  series: { utility: series(99, 0.07, 0.01), hold: [0.06], idle: [0.065], twin: [] },
};

/** Returns a gate that fails; without a value one that is a fact. */
export function gateOf(
  gate: Gate["gate"],
  value: Gate["value"] = true,
  threshold: Gate["value"] = value,
): Gate {
  return { gate, value, threshold, margin: null, passed: false };
}

/** Returns numbers around a mean, the same at every call. */
function series(length: number, mean: number, spread: number): number[] {
  return Array.from({ length }, (_, at) => mean + spread * Math.sin(7 * at + 1000 * mean));
}
