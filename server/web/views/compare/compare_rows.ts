import type { Candidate } from "../../../contracts/candidate.ts";
import { CAPITAL_DEFAULT } from "../../../contracts/engine_constants.ts";
import { type DailyReturns, toDailyReturns } from "../../../datasets/daily_returns.ts";
import type { Colour } from "../../charts/canvas_colours.ts";
import { placeText, ruleNames, rulesText } from "../../components/candidate_text.ts";
import type { Failure } from "../../engine/failure.ts";
import type { Evaluation, ResolvedCandidate } from "../../engine/messages.ts";
import { givenName } from "../../history/history.ts";
import { deepestFall } from "../../model/exposure.ts";
import { shortNames } from "./short_names.ts";
import type { Compared, Outcome } from "./compared.ts";

/** Wealth as a multiple of the capital, from the start of the scored window. */
export interface Path {
  readonly timestamp: Float64Array;
  readonly values: Float64Array;
  readonly daily: DailyReturns;
}

/** Figures of a line of the comparison; null if undefined. */
export interface Figures {
  readonly score: number;
  readonly annualizedMeanReturn: number;
  readonly maxDrawdown: number;
  readonly sharpe: number | null;
  readonly turnover: number;
  readonly fills: number | null;
}

/** One line of the comparison. */
export interface CompareRow {
  readonly kind: "candidate" | "hold" | "idle";
  /** A unique name, as short as possible. */
  readonly name: string;
  /** Market and timeframe; days of lines with the same place can be compared. */
  readonly place: string;
  readonly colour: Colour;
  readonly dash: readonly number[] | null;
  readonly path: Path | null;
  readonly figures: Figures | null;
  /** Set for candidates. */
  readonly candidate: Candidate | null;
  /** The candidate with every default, once it ran. */
  readonly resolved: ResolvedCandidate | null;
  readonly evaluation: Evaluation | null;
  readonly failure: Failure | null;
}

const COLOURS: readonly Colour[] = [
  "accent",
  "far",
  "reason-1",
  "reason-2",
  "reason-5",
  "ink",
  "good",
  "bad",
  "reason-4",
];

/** Returns the lines of a comparison: the candidates, then Hold and idle of each of their datasets. */
export function compareRows(compared: readonly Compared[]): readonly CompareRow[] {
  const names = shortNames(compared.map(({ candidate }) => {
    const rules = ruleNames(candidate);
    return {
      name: givenName(candidate) ?? rules,
      place: placeText(candidate),
      settings: rulesText(candidate).slice(rules.length).trim().replace(/^\((.*)\)$/, "$1"),
    };
  }));
  const candidates = compared.map(({ candidate, outcome, failure }, index): CompareRow => ({
    kind: "candidate",
    name: names[index] ?? "",
    place: placeText(candidate),
    colour: colourAt(index),
    dash: null,
    path: outcome && scoredPath(outcome, relativeEquity(outcome)),
    figures: outcome && { ...outcome.run.metrics, score: outcome.evaluation.score },
    candidate,
    resolved: outcome?.run.candidate ?? null,
    evaluation: outcome?.evaluation ?? null,
    failure,
  }));
  return [...candidates, ...passiveRows(compared)];
}

function colourAt(index: number): Colour {
  return COLOURS[index % COLOURS.length] ?? "ink";
}

/**
 * Returns Hold and idle of each dataset. With several datasets their names include the market, and their
 * lines have the colour of its first candidate.
 */
function passiveRows(compared: readonly Compared[]): readonly CompareRow[] {
  const places = new Map<string, { readonly outcome: Outcome; readonly colour: Colour }>();
  for (const [index, { candidate, outcome }] of compared.entries()) {
    // Passive lines do not depend on the capital, because they fill without limits.
    const place = placeText({ ...candidate, capital: CAPITAL_DEFAULT });
    if (outcome !== null && !places.has(place)) {
      places.set(place, { outcome, colour: colourAt(index) });
    }
  }
  const markets = new Set([...places.keys()].map(marketPart));
  return [...places].flatMap(([place, { outcome, colour }]): readonly CompareRow[] => {
    const { evaluation, dataset } = outcome;
    const { hold, idle, holdSharpe, header: { tradeStartIndex: from } } = dataset;
    const { benchmark, breakdown, idleUtility, benchmarkUtility, benchmarkFloorUsed } = evaluation;
    const isMarketEnough = markets.size === places.size;
    const suffix = places.size > 1 ? `, ${isMarketEnough ? marketPart(place) : place}` : "";
    const row = (
      kind: "hold" | "idle",
      name: string,
      dash: readonly number[],
      figures: Figures,
    ): CompareRow => ({
      kind,
      name: `${name}${suffix}`,
      place,
      colour: places.size > 1 ? colour : kind,
      dash,
      path: scoredPath(outcome, kind === "hold" ? hold : idle),
      figures,
      candidate: null,
      resolved: null,
      evaluation: null,
      failure: null,
    });
    return [
      row("hold", "Hold", [6, 4], { ...benchmark, score: 100, sharpe: holdSharpe, fills: null }),
      row("idle", "Idle SY", [2, 4], {
        // If the floor replaces the utility of Hold, scores have no scale.
        score: benchmarkFloorUsed ? NaN : 100 * idleUtility / benchmarkUtility,
        annualizedMeanReturn: breakdown.idle.annualizedMeanReturn,
        maxDrawdown: deepestFall(idle, from),
        sharpe: null,
        turnover: 0,
        fills: 0,
      }),
    ];
  });
}

function marketPart(place: string): string {
  return place.slice(0, place.lastIndexOf(", "));
}

function relativeEquity({ run }: Outcome): Float64Array {
  const capital = Number(run.candidate.capital);
  return run.portfolio.equity.map((equity) => equity / capital);
}

function scoredPath({ dataset }: Outcome, values: Float64Array): Path {
  const { timestamp, header: { tradeStartIndex: from } } = dataset;
  return {
    timestamp: timestamp.subarray(from),
    values: values.subarray(from),
    daily: toDailyReturns(timestamp, values, from),
  };
}
