// This module is browser compatible.

import type { VNode } from "preact";
import type { Scale } from "./drawing.ts";

interface IntervalProps {
  readonly scale: Scale;
  readonly score?: number;
  readonly span?: readonly [number, number] | null;
}

/** Smallest distance of a mark from the ends of the line, percent. */
const EDGE = 2;

/** A score on the number line of all rows, with Hold and idle marked. */
export function Interval({ scale, score, span }: IntervalProps): VNode {
  const at = (value: number): string => {
    const share = (value - scale.min) / (scale.max - scale.min || 1);
    return `${Math.min(100 - EDGE, Math.max(EDGE, 100 * share)).toFixed(2)}%`;
  };
  const isBelow = score !== undefined && score < scale.min;
  return (
    <svg aria-hidden="true">
      <line class="idle" x1={at(scale.idle)} x2={at(scale.idle)} y1="0" y2="100%" />
      <line class="hold" x1={at(scale.hold)} x2={at(scale.hold)} y1="0" y2="100%" />
      {span && <line class="span" x1={at(span[0])} x2={at(span[1])} y1="50%" y2="50%" />}
      {score !== undefined && (
        <circle class={isBelow ? "beyond" : ""} cx={at(score)} cy="50%" r="4" />
      )}
    </svg>
  );
}
