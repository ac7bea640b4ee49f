import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { RunInFull } from "../../engine/messages.ts";
import { gainOver } from "../../model/exposure.ts";
import { fixed, money, percent, signed, time } from "../../model/format.ts";
import { eventSentence } from "../../model/skips.ts";
import { strategyName } from "../../state.ts";
import { runGroup } from "./run_chart.tsx";

/** Time per bar while the replay plays, milliseconds. */
const BAR_MS = 60;
const [PAUSED, PLAYING]: readonly boolean[] = [false, true];

/** The run bar by bar: target, position, fills and vetoes, with the crosshair of all charts. */
export function Replay({ whole }: { readonly whole: RunInFull }): VNode {
  const { run, dataset } = whole;
  const first = run.resolvedScoringProfile.tradeStartIndex;
  const last = dataset.timestamp.length - 1;
  const [wanted, setWanted] = useState(first);
  const [isPlaying, setPlaying] = useState(PAUSED);
  const bar = Math.max(first, Math.min(last, wanted));
  // A veto of many bars is an event of its first one.
  const events = useMemo(() => run.events.map(({ at }) => at).toSorted((a, b) => a - b), [run]);
  const at = dataset.timestamp[bar] ?? NaN;
  useEffect(() => {
    if (!isPlaying) return;
    if (bar >= last) return setPlaying(PAUSED);
    const next = setTimeout(() => go(bar + 1), BAR_MS);
    return () => clearTimeout(next);
  }, [isPlaying, bar, last]);
  const go = (to: number): void => {
    setWanted(to);
    runGroup.point(dataset.timestamp[to] ?? 0);
  };
  const step = (to: number): void => {
    setPlaying(PAUSED);
    go(to);
  };
  const button = (label: string, to: number): VNode => (
    <button
      type="button"
      disabled={!(to >= first && to <= last)}
      onClick={() => step(to)}
    >
      {label}
    </button>
  );
  return (
    <section class="replay" aria-labelledby="replay-title">
      <h2 id="replay-title">Replay</h2>
      <div class="row">
        {button("« Event", events.findLast((one) => one < bar) ?? NaN)}
        {button("‹ Bar", bar - 1)}
        <button
          type="button"
          disabled={bar >= last}
          onClick={() => setPlaying(isPlaying ? PAUSED : PLAYING)}
        >
          {isPlaying ? "Pause" : "Play"}
        </button>
        {button("Bar ›", bar + 1)}
        {button("Event »", events.find((one) => one > bar) ?? NaN)}
      </div>
      <input
        type="range"
        aria-label="Bar"
        aria-valuetext={time(at)}
        min={first}
        max={last}
        step={1}
        value={bar}
        onInput={({ currentTarget }) => step(Number(currentTarget.value))}
      />
      <div aria-live={isPlaying ? "off" : "polite"}>
        <p>
          <b>{time(at)}</b>
          {barText(whole, bar)}
        </p>
        <ul>{partTexts(whole, bar).map((text, component) => <li key={component}>{text}</li>)}</ul>
      </div>
      <p class="hint">
        {`Bar ${fixed(bar - first + 1, 0)} of ${
          fixed(last - first + 1, 0)
        }. The crosshair of the charts follows.`}
      </p>
    </section>
  );
}

/** Describes the market and the money of a run at a bar. */
export function barText({ run, dataset }: RunInFull, bar: number): string {
  const one = (column: Float64Array = new Float64Array()): Float64Array =>
    column.subarray(bar, bar + 1);
  const equity = one(run.portfolio.equity);
  const [over = NaN] = gainOver(equity, one(dataset.hold), Number(run.candidate.capital));
  const [implied = NaN] = one(dataset.columns["impliedApy"]);
  return `: implied yield ${percent(implied)}, equity ${money(equity[0] ?? NaN)}, ` +
    `${signed(100 * over)} % over Hold`;
}

/** Describes each component at a bar: its target, its position, and what was traded or vetoed. */
export function partTexts({ run, rows }: RunInFull, bar: number): readonly string[] {
  return rows.ledgers.map(({ signalTarget, executedPosition }, component) => {
    const said = run.events.filter((event) => {
      const bars = event.eventKind === "skipped_signal" ? event.bars : 1;
      return event.component === component && event.at <= bar && bar < event.at + bars;
    }).map(eventSentence);
    const name = strategyName(run.candidate.components[component]?.strategyId ?? "");
    return `${name}: wants ${percent(signalTarget[bar] ?? 0, 0)} in PT, has ${
      percent(executedPosition[bar] ?? 0, 0)
    }. ${said.length === 0 ? "Nothing traded" : said.join(". ")}.`;
  });
}
