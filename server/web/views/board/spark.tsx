import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { differenceOf } from "../../model/exposure.ts";
import type { Lines } from "./drawing.ts";

interface SparkProps {
  /** Gain over idle, as a fraction of the capital. */
  readonly gains: Float64Array;
  readonly curves: Lines;
  readonly reach: readonly [number, number];
  readonly kind: "strategy" | "hold" | "idle";
}

const WIDTH = 100;
const HEIGHT = 30;

/** The gain of a run over idle, with that of Hold behind it. The horizontal line is idle. */
export function Spark({ gains, curves, reach, kind }: SparkProps): VNode {
  const [low, high] = reach;
  const hold = useMemo(() => pathOf(differenceOf(curves.hold, curves.idle), reach), [
    curves,
    low,
    high,
  ]);
  const path = useMemo(() => pathOf(gains, reach), [gains, low, high]);
  const zero = yOf(0, reach);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line class="idle" x1="0" x2={WIDTH} y1={zero} y2={zero} />
      {kind === "strategy" && <path class="hold faint" d={hold} />}
      <path class={kind} d={path} />
    </svg>
  );
}

function yOf(gain: number, [low, high]: readonly [number, number]): number {
  const share = (gain - low) / (high - low || 1);
  return Number((HEIGHT - 1 - (HEIGHT - 2) * Math.min(1, Math.max(0, share))).toFixed(2));
}

function pathOf(gains: Float64Array, reach: readonly [number, number]): string {
  const step = WIDTH / (gains.length - 1);
  const points = Array.from(gains, (gain, at) => `${(at * step).toFixed(2)} ${yOf(gain, reach)}`);
  return `M${points.join("L")}`;
}
