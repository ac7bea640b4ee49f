import type { VNode } from "preact";
import { PathLink } from "../../../components/path_link.tsx";
import { Swatch } from "../../../charts/swatch.tsx";
import { percent, signed } from "../../../model/format.ts";
import type { Steps } from "../../../engine/messages.ts";
import { drawnOf, monthsOf, type Range, rangeOf, type RealRun } from "./real_runs.ts";

/** Drawn units: the width, the track of the yield, and that of the differences. */
const [WIDTH, YIELDS, DIFFERENCES] = [1000, [4, 60], [66, 108]] as const;
const HEIGHT = 112;
const MONTHS_MAX = 12;
/** It is in sight on the scale of the differences. */
const ZERO = new Float64Array(1);

interface Scales {
  readonly time: Range;
  readonly yields: Range;
  readonly differences: Range;
}

/** The runs on real maturities as small multiples on one time axis and common scales. */
export function Multiples({ runs }: { readonly runs: readonly RealRun[] }): VNode {
  const drawn = runs.map(drawnOf);
  const scales: Scales = {
    time: rangeOf(runs.map(({ dataset }) => dataset.timestamp)),
    yields: rangeOf(drawn.map(({ yields }) => yields)),
    differences: rangeOf([ZERO, ...drawn.flatMap((one) => [one.overHold, one.overIdle])]),
  };
  const [low, high] = scales.differences;
  return (
    <figure class="path-strips multiples">
      <figcaption>
        <span class="chart-title">
          Implied yield, shaded while in PT, and what the candidate earned beyond
        </span>
        <span>
          <Swatch colour="hold" /> Hold
        </span>
        <span>
          <Swatch colour="idle" /> idle
        </span>
        <span class="legend">
          {`One scale for all: ${percent(scales.yields[0], 1)} to ${
            percent(scales.yields[1], 1)
          }, ` +
            `and ${signed(100 * low)} to ${signed(100 * high)} %`}
        </span>
      </figcaption>
      {runs.map((one) => <Maturity key={one.candidate.marketId} of={one} scales={scales} />)}
      <div class="strip path-scale" aria-hidden="true">
        <p />
        <div>
          {monthsOf(scales.time, MONTHS_MAX).map((at) => (
            <span key={at} style={{ left: `${100 * share(at, scales.time)}%` }}>
              {MONTH.format(at)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

const MONTH = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });

/** A maturity, which opens the candidate there. */
function Maturity({ of, scales }: { readonly of: RealRun; readonly scales: Scales }): VNode {
  const { name, candidate, run: { portfolio }, dataset: { timestamp } } = of;
  const { yields, overHold, overIdle } = drawnOf(of);
  const last = (column: Float64Array): string => signed(100 * (column.at(-1) ?? NaN));
  const [hold, idle] = [last(overHold), last(overIdle)];
  const line = (values: Float64Array, range: Range, track: Range): string =>
    Array.from(
      values,
      (value, bar) => `${x(timestamp[bar] ?? NaN, scales)},${y(value, range, track)}`,
    )
      .join(" ");
  const zero = y(0, scales.differences, DIFFERENCES);
  return (
    <PathLink
      class="strip"
      to="workbench"
      of={candidate}
    >
      <p>
        {name} <small>{hold} % over Hold</small> <small>{idle} % over idle</small>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bands(portfolio.position, timestamp).map(([from, to, position]) => (
          <rect
            key={from}
            class="position"
            x={x(from, scales)}
            width={x(to, scales) - x(from, scales)}
            y={YIELDS[0]}
            height={YIELDS[1] - YIELDS[0]}
            fill-opacity={position}
          />
        ))}
        <polyline class="strategy" points={line(yields, scales.yields, YIELDS)} />
        <line
          class="zero"
          x1={x(timestamp[0] ?? 0, scales)}
          x2={x(timestamp.at(-1) ?? 0, scales)}
          y1={zero}
          y2={zero}
        />
        <polyline class="idle" points={line(overIdle, scales.differences, DIFFERENCES)} />
        <polyline class="hold" points={line(overHold, scales.differences, DIFFERENCES)} />
      </svg>
    </PathLink>
  );
}

/** Returns from, to and share of each time in which a share of the capital is in PT. */
function bands(
  position: Steps,
  times: Float64Array,
): readonly (readonly [number, number, number])[] {
  const found: (readonly [number, number, number])[] = [];
  const end = times.length - 1;
  for (let at = 0; at < position.length; at += 2) {
    const [bar = 0, value = 0, next = end] = position.subarray(at, at + 3);
    if (value > 0) found.push([times[bar] ?? NaN, times[Math.min(next, end)] ?? NaN, value]);
  }
  return found;
}

function share(value: number, [low, high]: Range): number {
  return (value - low) / (high - low || 1);
}

function x(ms: number, { time }: Scales): number {
  return Math.round(10 * WIDTH * share(ms, time)) / 10;
}

function y(value: number, range: Range, [top, bottom]: Range): number {
  return Math.round(10 * (bottom - (bottom - top) * share(value, range))) / 10;
}
