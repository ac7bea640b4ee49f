import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RunInFull } from "../../engine/messages.ts";
import { percent, time } from "../../model/format.ts";
import { eventSentence } from "./skips.ts";
import { strategyName } from "../../state/state.ts";
import { runGroup } from "./run_chart.tsx";

/** Time per bar while the replay plays, milliseconds. */
const BAR_MS = 60;

/** The run bar by bar: target, position, fills and vetoes, with the crosshair of all charts. */
export function Replay({ whole }: { readonly whole: RunInFull }): VNode {
  const { run, dataset: { timestamp } } = whole;
  const first = run.resolvedScoringProfile.tradeStartIndex;
  const last = timestamp.length - 1;
  const [wanted, setWanted] = useState(first);
  const [playing, setPlaying] = useState("");
  const bar = Math.max(first, Math.min(last, wanted));
  const at = timestamp[bar] ?? NaN;
  const go = (to: number): void => {
    setWanted(to);
    runGroup.point(timestamp[to] ?? 0);
  };
  useEffect(() => {
    const next = setTimeout(() => playing && bar < last ? go(bar + 1) : setPlaying(""), BAR_MS);
    return () => clearTimeout(next);
  }, [playing, bar, last]);
  // A veto of many bars is an event of its first one.
  const events = run.events.map((event) => event.at).toSorted((a, b) => a - b);
  const event = (label: string, to: number | undefined): VNode => (
    <button
      type="button"
      disabled={to === undefined}
      onClick={() => go(to ?? bar)}
    >
      {label}
    </button>
  );
  return (
    <section class="replay" aria-labelledby="replay-title">
      <h2 id="replay-title">Replay</h2>
      <div class="row">
        {event("« Event", events.findLast((one) => first <= one && one < bar))}
        <button type="button" onClick={() => setPlaying(playing ? "" : "playing")}>
          {playing ? "Pause" : "Play"}
        </button>
        {event("Event »", events.find((one) => one > bar))}
      </div>
      <input
        type="range"
        aria-label="Bar"
        aria-valuetext={time(at)}
        min={first}
        max={last}
        value={bar}
        onInput={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      <div aria-live={playing ? "off" : "polite"}>
        <b>{time(at)}</b>
        <ul>{partTexts(whole, bar).map((text, component) => <li key={component}>{text}</li>)}</ul>
      </div>
    </section>
  );
}

/** Describes each component at a bar: its target, its position, and what was traded or vetoed. */
function partTexts({ run, rows }: RunInFull, bar: number): readonly string[] {
  return rows.ledgers.map(({ signalTarget, executedPosition }, component) => {
    const said = run.events.filter((event) => {
      const bars = event.eventKind === "skipped_signal" ? event.bars : 1;
      return event.component === component && event.at <= bar && bar < event.at + bars;
    }).map(eventSentence);
    const name = strategyName(run.candidate.components[component]?.strategyId ?? "");
    const [target = 0, held = 0] = [signalTarget[bar], executedPosition[bar]];
    return `${name}: wants ${percent(target, 0)} in PT, has ${percent(held, 0)}. ${
      said.join(". ") || "Nothing traded"
    }.`;
  });
}
