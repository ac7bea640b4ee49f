// This module is browser compatible.

/**
 * Explanations of the gates: why each passes or fails, and what would pass.
 *
 * @module
 */
import type { Evaluation } from "../contracts/types.ts";
import { chance, counted, fixed, percent, perYear, toldApart } from "./numbers.ts";
import { edgeText, triesText } from "./verdict.ts";

type Gate = Evaluation["eligibility"]["gates"][number];
/** Inputs of the sentences. */
type Judged = Pick<Evaluation, "verdict" | "scenarios"> & {
  /** The edge that would pass the EDGE gate, by the engine; null without a standard error. */
  readonly requiredEdge: number | null;
};
/** Largest p-value, adjusted for the trials, of an eligible candidate. */
const LEVEL = 0.05;
type GateName = Gate["gate"];

/** Explains why a gate passes or fails; a failed gate's text says what would pass. */
export function gateText(gate: Gate, evaluation: Judged): string {
  return TEXTS[gate.gate](gate, evaluation);
}

/** Returns the explanations of the failed gates, in order. */
export function failedGateTexts(evaluation: Judged & Pick<Evaluation, "eligibility">): string[] {
  const { gates } = evaluation.eligibility;
  return gates.filter(({ passed }) => !passed).map((gate) => gateText(gate, evaluation));
}

/** Names a gate in words: "Trades at most 25 % a day". */
export function gateName({ gate, threshold }: Pick<Gate, "gate" | "threshold">): string {
  return NAMES[gate](percent(Number(threshold), 0), String(threshold));
}

/** Says of a failed gate in a few words why a candidate is not eligible: "no edge on new data". */
export function failureText(gate: string): string {
  return FAILURES.get(gate) ?? gate;
}

const FAILURES: ReadonlyMap<string, string> = new Map<GateName, string>([
  ["POSITIVE_UTILITY", "earns nothing after penalties"],
  ["EDGE", "no edge on new data"],
  ["TIMING", "its timing earns nothing"],
  ["ONE_HISTORY", "one history gives no verdict"],
  ["MAX_DRAWDOWN", "falls too deep"],
  ["WORST_SCENARIO_DRAWDOWN", "falls too deep under stress"],
  ["MAX_TURNOVER", "trades too much"],
  ["MIN_SCORED_DAYS", "too few days"],
  ["MIN_FILLS", "never trades"],
  ["RUNTIME_BUDGET", "too slow to judge"],
  ["CONFIG_VALID", "is not valid"],
  ["FINITE_NUMBERS", "has numbers that are not finite"],
]);

const NAMES: Record<GateName, (part: string, count: string) => string> = {
  POSITIVE_UTILITY: () => "Earns after penalties",
  EDGE: () => "Beats the better passive line on new data",
  TIMING: () => "Its timing earns",
  ONE_HISTORY: () => "Has new data to be judged on",
  MAX_DRAWDOWN: (part) => `Deepest fall at most ${part}`,
  WORST_SCENARIO_DRAWDOWN: (part) => `Worst fall under stress at most ${part}`,
  MAX_TURNOVER: (part) => `Trades at most ${part} a day`,
  MIN_SCORED_DAYS: (_, count) => `At least ${count} days`,
  MIN_FILLS: () => "Trades at all",
  RUNTIME_BUDGET: () => "Fast enough to judge",
  CONFIG_VALID: () => "Is valid",
  FINITE_NUMBERS: () => "Every number is finite",
};

const TEXTS: Record<GateName, (gate: Gate, evaluation: Judged) => string> = {
  POSITIVE_UTILITY: (gate) => {
    const earned = toldApart(Number(gate.value), 0, perYear);
    const text = `The mean return of the official run after penalties is ${earned}`;
    return gate.passed ? `${text}.` : `${text}: above 0 would pass.`;
  },
  EDGE: edgeGate,
  TIMING: timingGate,
  ONE_HISTORY: () =>
    "One history gives no verdict: rules that look at nothing but the date beat its rotations too. " +
    "A market with new data would.",
  MAX_DRAWDOWN: (gate) => atMost("The official run's largest drawdown is", gate, percent, ""),
  WORST_SCENARIO_DRAWDOWN: (gate, { scenarios }) => {
    const counting = scenarios.filter(({ kind }) => kind !== "perturbation");
    const worst = counting.find(({ maxDrawdown }) => maxDrawdown === gate.value);
    const where = worst === undefined ? "" : `, in ${worst.id}`;
    const text = "The largest drawdown of the official run and the stresses is";
    return atMost(text, gate, percent, where);
  },
  MAX_TURNOVER: (gate) => atMost("It trades", gate, percent, " of its equity a day"),
  MIN_SCORED_DAYS: (gate) => atLeast(gate, `${counted(Number(gate.value), "day")} are scored`),
  MIN_FILLS: (gate) =>
    gate.passed
      ? `It has ${counted(Number(gate.value), "fill")}.`
      : `It has no fills: at least ${gate.threshold} would pass. A capital above the pool's capacity ` +
        "has the same effect.",
  RUNTIME_BUDGET: (gate) => atMost("Bars times components are", gate, fixedWhole, ""),
  CONFIG_VALID: ({ passed }) => passed ? "The candidate is valid." : "The candidate is not valid.",
  FINITE_NUMBERS: ({ passed }) =>
    passed ? "Every number is finite." : "A number is not finite: all of them would pass.",
};

function edgeGate({ passed }: Gate, { verdict, requiredEdge }: Judged): string {
  const { edge, t, method, pValue, trials } = verdict;
  const tries = triesText(verdict);
  if (passed) return `${edgeText(verdict)}, ${tries}.`;
  const wanted = `an edge above 0 with at most ${percent(LEVEL, 0)} by luck would pass.`;
  if (!(edge > 0)) return `${edgeText(verdict)}: ${wanted}`;
  if (method === "rotation") {
    return `${edgeText(verdict)} may be luck, ${tries}: at most ${percent(LEVEL, 0)} would pass.`;
  }
  if (t === null) {
    return `It earns what Hold, idle or a fixed mix of the two earns on every path, so its ${
      edgeText(verdict)
    } cannot be ` +
      `tested: ${wanted}`;
  }
  const single = trials.count > 1 && pValue <= LEVEL
    ? ` As the only try it would have passed (${chance(pValue)}).`
    : "";
  return `${edgeText(verdict)} may be luck, ${tries}: at most ${
    percent(LEVEL, 0)
  } would pass, which takes ` +
    `about ${perYear(requiredEdge ?? 0)} at this spread.${single}`;
}

function timingGate({ passed }: Gate, { verdict }: Judged): string {
  const { timing, trials } = verdict;
  const wanted = `at most ${percent(LEVEL, 0)} by luck would pass.`;
  if (timing === null || timing.t === null) {
    return "It does the same as its blind twin on every path, so it ignores the market: beating the " +
      `twin with ${wanted}`;
  }
  const tries = triesText({ trials, pAdjusted: timing.pAdjusted });
  const text = `${perYear(timing.edge)} against its blind twin, ${tries}`;
  if (passed) return `${text}: its timing matters.`;
  return `${text}: its timing may not matter. Beating the twin with ${wanted}`;
}

type Write = (value: number, digits: number) => string;

/** Explains a gate with an upper bound. */
function atMost(
  before: string,
  { value, threshold, passed }: Gate,
  write: Write,
  after: string,
): string {
  const [found, most] = [Number(value), Number(threshold)];
  const text = `${before} ${toldApart(found, most, write)}${after}`;
  return passed ? `${text}.` : `${text}: at most ${write(most, 0)} would pass.`;
}

function atLeast({ threshold, passed }: Gate, text: string): string {
  return passed ? `${text}.` : `Only ${text}: at least ${threshold} would pass.`;
}

function fixedWhole(value: number): string {
  return fixed(value, 0);
}
