import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { RunInFull } from "../../engine/messages.ts";
import { fixed, money, percent, signed, time } from "../../model/format.ts";
import { eventBars, replayedBar } from "../../model/replay.ts";
import { arena } from "../../state.ts";
import { runGroup } from "./run_group.ts";

/** Time per bar while the replay plays, milliseconds. */
const BAR_MS = 60;

/** The run bar by bar: target, position, fills and vetoes, with the crosshair of all charts. */
export function Replay({ whole }: { readonly whole: RunInFull }): VNode {
  const { run, dataset } = whole;
  const first = run.resolvedScoringProfile.tradeStartIndex;
  const last = dataset.timestamp.length - 1;
  const [wanted, setWanted] = useState(first);
  const [mode, setMode] = useState<"playing" | "paused">("paused");
  const isPlaying = mode === "playing";
  const bar = Math.max(first, Math.min(last, wanted));
  const events = useMemo(() => eventBars(run), [run]);
  const shown = useMemo(() => replayedBar(whole, bar), [whole, bar]);
  useEffect(() => {
    if (!isPlaying) return;
    if (bar >= last) return setMode("paused");
    const next = setTimeout(() => go(bar + 1), BAR_MS);
    return () => clearTimeout(next);
  }, [isPlaying, bar, last]);
  const go = (to: number): void => {
    const within = Math.max(first, Math.min(last, to));
    setWanted(within);
    runGroup.point(dataset.timestamp[within] ?? 0);
  };
  const step = (to: number | undefined): void => {
    setMode("paused");
    if (to !== undefined) go(to);
  };
  const before = events.findLast((one) => one < bar);
  const after = events.find((one) => one > bar);
  return (
    <section class="replay" aria-labelledby="replay-title">
      <h2 id="replay-title">Replay</h2>
      <div class="row">
        <button type="button" disabled={before === undefined} onClick={() => step(before)}>
          « Event
        </button>
        <button type="button" disabled={bar <= first} onClick={() => step(bar - 1)}>‹ Bar</button>
        <button
          type="button"
          disabled={bar >= last}
          onClick={() => setMode(isPlaying ? "paused" : "playing")}
        >
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" disabled={bar >= last} onClick={() => step(bar + 1)}>Bar ›</button>
        <button type="button" disabled={after === undefined} onClick={() => step(after)}>
          Event »
        </button>
      </div>
      <input
        type="range"
        aria-label="Bar"
        aria-valuetext={time(shown.at)}
        min={first}
        max={last}
        step={1}
        value={bar}
        onInput={({ currentTarget }) => step(Number(currentTarget.value))}
      />
      <div aria-live={isPlaying ? "off" : "polite"}>
        <p>
          <b>{time(shown.at)}</b>
          {`: implied yield ${percent(shown.impliedApy)}, equity ${money(shown.equity)}, `}
          {`${signed(100 * shown.overHold)} % over Hold`}
        </p>
        <ul>
          {shown.parts.map(({ target, position, events: said }, component) => (
            <li key={component}>
              {`${nameOf(run, component)}: wants ${percent(target, 0)} in PT, has ${
                percent(position, 0)
              }. `}
              {said.length === 0 ? "Nothing traded." : `${said.join(". ")}.`}
            </li>
          ))}
        </ul>
      </div>
      <p class="hint">
        {`Bar ${fixed(bar - first + 1, 0)} of ${
          fixed(last - first + 1, 0)
        }. The crosshair of the charts follows.`}
      </p>
    </section>
  );
}

function nameOf({ candidate }: RunInFull["run"], component: number): string {
  const id = candidate.components[component]?.strategyId ?? "";
  const { strategies = [] } = arena.value.answer ?? {};
  return strategies.find(({ strategyId }) => strategyId === id)?.name ?? id;
}
