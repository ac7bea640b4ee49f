import type { Candidate } from "../../contracts/candidate.ts";
import { LEDGER, PORTFOLIO } from "../../engine/columns.ts";
import type { EngineClient } from "./client.ts";
import type { ShownRun } from "../../engine/engine.ts";
import type {
  ArenaEvent,
  HalfYear,
  Run,
  RunRows,
  SeenLine,
  SeenMark,
  SkippedSignal,
  Steps,
} from "./messages.ts";

const decoder = new TextDecoder();

/** Codes of all guardrails, in the order in which they are checked. */
export const REASON_CODES: readonly SkippedSignal["skipReason"][] = [
  "MIN_HOLD_BARS",
  "MAX_TRADE_PCT_LIQUIDITY",
  "POOL_LIMIT",
  "MAX_ESTIMATED_SLIPPAGE",
  "MIN_EDGE_TO_COST",
];

/** The answer of `Engine.show`. */
interface ShownAnswer {
  readonly ok: {
    readonly observed: readonly (readonly DescribedLine[])[];
    readonly run: Omit<Run, "portfolio" | "events" | "seen" | "dailySharpe">;
    readonly trial: { readonly dailySharpe: number | null };
  };
}
type DescribedLine = Omit<SeenLine, "column" | "marks"> & {
  readonly isYield: boolean;
  readonly marks: readonly Omit<SeenMark, "column">[];
};

/**
 * Runs a candidate. The worker transfers the answer as bytes, which this thread parses; the columns of
 * the run are views of the transferred ones.
 */
export async function runCandidate(
  engine: Pick<EngineClient, "show">,
  candidate: Candidate,
): Promise<Run> {
  return readRun(await engine.show(candidate));
}

/** Reads a run. */
export function readRun({ answer, columns }: ShownRun): Run {
  const { ok: { observed, run, trial } }: ShownAnswer = JSON.parse(decoder.decode(answer));
  const next = inTurn(columns);
  const { totalBars } = run.resolvedScoringProfile;
  const equity = next(totalBars);
  const seen = observed.map((lines) =>
    lines.map(({ isYield, ...line }) => ({
      ...line,
      column: isYield ? null : next(totalBars),
      marks: line.marks.map((mark) => ({
        ...mark,
        column: mark.value === null ? next(totalBars) : null,
      })),
    }))
  );
  const steps = (): Steps => next(2 * (next(1)[0] ?? 0));
  const portfolio = { equity, position: steps(), target: steps() };
  const events = readEvents(next(columns.length));
  return { ...run, dailySharpe: trial.dailySharpe, portfolio, events, seen };
}

/** Runs the candidate of a run again, where it ran, for its rows. */
export async function runRows(
  engine: Pick<EngineClient, "runColumns">,
  { candidate, resolvedScoringProfile: { totalBars } }: Run,
  half: HalfYear | null = null,
): Promise<RunRows> {
  const next = inTurn(await engine.runColumns(candidate, half));
  const table = <N extends string>(names: readonly N[]): Record<N, Float64Array> =>
    Object.fromEntries(names.map((name) => [name, next(totalBars)])) as Record<N, Float64Array>;
  return { portfolio: table(PORTFOLIO), ledgers: candidate.components.map(() => table(LEDGER)) };
}

/** Returns a function that takes the next values. */
function inTurn(all: Float64Array): (count: number) => Float64Array {
  let at = 0;
  return (count) => all.subarray(at, at += count);
}

type Trade = Extract<ArenaEvent, { eventKind: "executed_trade" }>;
type Redemption = Extract<ArenaEvent, { eventKind: "redemption" }>;

/**
 * Returns the events of a run from the numbers of `Engine.show`: their count, then kind, component, bar
 * and the numbers of the kind of each, by the names of the members.
 */
export function readEvents(numbers: Float64Array): readonly ArenaEvent[] {
  let at = 0;
  const next = (): number => numbers[at++] ?? NaN;
  const orNull = (value: number): number | null => Number.isNaN(value) ? null : value;
  const side = (): Trade["side"] => next() === 0 ? "buy" : "sell";
  // Members are read in the order of the numbers.
  const trade = (): Trade => ({
    eventKind: "executed_trade",
    component: next(),
    at: next(),
    feeCost: next(),
    fromPosition: next(),
    price: next(),
    side: side(),
    slippageCost: next(),
    toPosition: next(),
    units: next(),
  });
  const skip = (): SkippedSignal => ({
    eventKind: "skipped_signal",
    component: next(),
    at: next(),
    bars: next(),
    limit: next(),
    notional: next(),
    side: side(),
    signalTarget: next(),
    skipReason: REASON_CODES[next()] ?? "MIN_HOLD_BARS",
    tvl: next(),
    value: orNull(next()),
  });
  const redemption = (): Redemption => ({
    eventKind: "redemption",
    component: next(),
    at: next(),
    notional: next(),
    units: next(),
  });
  const kinds = [trade, skip, redemption];
  const event = (): ArenaEvent => (kinds[next()] ?? redemption)();
  return Array.from({ length: next() }, event);
}
