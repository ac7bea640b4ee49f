import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { fixed } from "../model/format.ts";
import { CURVE_HEIGHT, drawingOf, extremesOf, type KnobCurve } from "../model/knob_curve.ts";
import { SLIDER_STEPS } from "../model/slider.ts";

interface CurveStripProps {
  readonly label: string;
  readonly curve: KnobCurve | null;
  /** Formats the value at a position of the slider: "20 days". */
  valueText(position: number): string;
}

/** The score as a function of a knob, drawn over its slider; empty until it is computed. */
export function CurveStrip({ label, curve, valueText }: CurveStripProps): VNode {
  const [at, setAt] = useState<number | null>(null);
  const extremes = curve && extremesOf(curve);
  if (curve === null || extremes === null) return <div class="curve-strip" />;
  const { lines, hold } = drawingOf(curve);
  const [least, most] = extremes.map((score) => fixed(score, 1));
  const dots = hold === null ? "" : "; the dots are Hold, 100";
  const text = `Score along ${label}: from ${least} to ${most}${dots}`;
  const position = at === null ? undefined : curve.positions[at];
  return (
    <div
      class="curve-box"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        setAt(nearest(curve.positions, SLIDER_STEPS * (clientX - left) / width));
      }}
      onPointerLeave={() => setAt(null)}
    >
      <svg
        class="curve-strip"
        role="img"
        aria-label={text}
        viewBox={`0 0 ${SLIDER_STEPS} ${CURVE_HEIGHT}`}
        preserveAspectRatio="none"
      >
        {hold !== null && <line class="hold" x1={0} x2={SLIDER_STEPS} y1={hold} y2={hold} />}
        {lines.map((points, at) => <polyline key={at} points={points} />)}
      </svg>
      {at !== null && position !== undefined && (
        <span class="curve-value" style={{ left: `${100 * position / SLIDER_STEPS}%` }}>
          {`${valueText(position)}: score ${fixed(curve.scores[at] ?? null, 1)}`}
          {hold !== null && "; dots: Hold, 100"}
        </span>
      )}
    </div>
  );
}

/** Returns the index of the position that is nearest to another one. */
function nearest(positions: readonly number[], to: number): number {
  const distances = positions.map((position) => Math.abs(position - to));
  return distances.indexOf(Math.min(...distances));
}
