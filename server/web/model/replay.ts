import type { ArenaEvent, Run, RunInFull } from "../engine/messages.ts";
import { eventSentence } from "./skips.ts";
import { differenceOf } from "./exposure.ts";

/** The position of a component at a bar, with its events. */
export interface ReplayedPart {
  /** Wanted and actual position, fractions of the component's equity. */
  readonly target: number;
  readonly position: number;
  /** Fills, vetoes and redemptions of the bar, as sentences. */
  readonly events: readonly string[];
}

/** A bar of a run. */
export interface ReplayedBar {
  readonly at: number;
  readonly impliedApy: number;
  readonly equity: number;
  /** Money beyond Hold, as a fraction of the capital. */
  readonly overHold: number;
  /** By component. */
  readonly parts: readonly ReplayedPart[];
}

/** Returns the market and the positions of a run at a bar. */
export function replayedBar({ run, rows, dataset }: RunInFull, bar: number): ReplayedBar {
  const at = dataset.timestamp[bar] ?? NaN;
  const [equity, hold] = [run.portfolio.equity, dataset.hold]
    .map((column) => column.subarray(bar, bar + 1));
  const capital = Number(run.candidate.capital);
  return {
    at,
    impliedApy: dataset.columns["impliedApy"]?.[bar] ?? NaN,
    equity: equity?.[0] ?? NaN,
    overHold: equity && hold ? differenceOf(equity, hold, capital)[0] ?? NaN : NaN,
    parts: rows.ledgers.map(({ signalTarget, executedPosition }, component) => ({
      target: signalTarget[bar] ?? 0,
      position: executedPosition[bar] ?? 0,
      events: run.events.filter((event) => event.component === component && isAt(event, bar))
        .map(eventSentence),
    })),
  };
}

/** Returns the bars on which something was filled or redeemed, or on which a veto begins, ascending. */
export function eventBars({ events }: Pick<Run, "events">): readonly number[] {
  return [...new Set(events.map(({ at }) => at))].toSorted((a, b) => a - b);
}

function isAt(event: ArenaEvent, bar: number): boolean {
  const bars = event.eventKind === "skipped_signal" ? event.bars : 1;
  return event.at <= bar && bar < event.at + bars;
}
