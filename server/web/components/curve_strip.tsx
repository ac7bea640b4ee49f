// This module is browser compatible.

import type { VNode } from "preact";
import { fixed } from "../model/format.ts";
import { CURVE_HEIGHT, drawingOf, extremesOf, type KnobCurve } from "../model/knob_curve.ts";
import { SLIDER_STEPS } from "../model/slider.ts";

interface CurveStripProps {
  readonly label: string;
  readonly curve: KnobCurve | null;
}

/** The score as a function of a knob, drawn over its slider; empty until it is computed. */
export function CurveStrip({ label, curve }: CurveStripProps): VNode {
  const extremes = curve && extremesOf(curve);
  if (curve === null || extremes === null) return <div class="curve-strip" />;
  const { lines, hold } = drawingOf(curve);
  const [least, most] = extremes.map((score) => fixed(score, 1));
  const dots = hold === null ? "" : "; the dots are Hold, 100";
  const text = `Score along ${label}: from ${least} to ${most}${dots}`;
  return (
    <svg
      class="curve-strip"
      role="img"
      aria-label={text}
      viewBox={`0 0 ${SLIDER_STEPS} ${CURVE_HEIGHT}`}
      preserveAspectRatio="none"
    >
      <title>{text}</title>
      {hold !== null && <line class="hold" x1={0} x2={SLIDER_STEPS} y1={hold} y2={hold} />}
      {lines.map((points, at) => <polyline key={at} points={points} />)}
    </svg>
  );
}
