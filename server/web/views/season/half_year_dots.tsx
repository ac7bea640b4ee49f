import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { perYear, signed } from "../../../wording/numbers.ts";
import { lineName } from "../../../wording/season.ts";
import { stackedDots } from "./stacked_dots.ts";

interface PathDotsProps {
  readonly differences: Float64Array;
  readonly line: "hold" | "idle";
  readonly edge: number;
  /** The plot in a sentence. */
  readonly summary: string;
}

/** Height of the drawing and of a dot in its pile, and the radius of a dot, pixels. */
const [HEIGHT, STEP_MAX, RADIUS] = [170, 6.5, 3];

/** The lead on each hidden half-year as a dot; dots of about the same lead stand on each other. */
export function PathDots({ differences, line, edge, summary }: PathDotsProps): VNode {
  const plot = useMemo(() => stackedDots(differences), [differences]);
  const [active, setActive] = useState<number | null>(null);
  const shown = plot.dots.find(({ path }) => path === active);
  const title = `Edge over ${lineName(line)} on each half-year, % a year`;
  return (
    <figure class="path-dots">
      <figcaption>
        <span class="chart-title">{title}</span>
        <span class="readout">
          {shown === undefined
            ? summary
            : `Half-year ${shown.path}: ${perYear(shown.difference)} against ${lineName(line)}`}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}. ${summary}`}
        height={HEIGHT}
        onPointerMove={({ target }) => {
          const { path } = (target as SVGElement).dataset;
          setActive(path === undefined ? null : Number(path));
        }}
        onPointerLeave={() => setActive(null)}
      >
        <line class={line} x1={x(plot.at(0))} x2={x(plot.at(0))} y1="0" y2={HEIGHT} />
        <line class="strategy" x1={x(plot.at(edge))} x2={x(plot.at(edge))} y1="0" y2={HEIGHT} />
        {plot.dots.map(({ path, x: share, level, pile, difference }) => {
          // A pile that is too high is dense: the rare half-years beside it stay in sight.
          const step = Math.min(STEP_MAX, HEIGHT / pile);
          return (
            <circle
              key={path}
              data-path={path}
              class={path === active ? "active" : difference < 0 ? "behind" : "ahead"}
              cx={x(share)}
              cy={HEIGHT - (level + 0.5) * step}
              r={RADIUS}
            />
          );
        })}
      </svg>
      <div class="path-scale" aria-hidden="true">
        {plot.ticks.map((tick) => (
          <span key={tick} style={{ left: x(plot.at(tick)) }}>{signed(100 * tick, 1)}</span>
        ))}
      </div>
    </figure>
  );
}

/** Returns a share of the width in percent. */
function x(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}
