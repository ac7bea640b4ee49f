import type { VNode } from "preact";

/** One mark on a line of numbers. */
export interface Dot {
  readonly value: number;
  readonly kind: "strategy" | "hold" | "idle";
}

interface DotsProps {
  readonly dots: readonly Dot[];
  readonly min: number;
  readonly max: number;
  /** A marked part of the line, such as an interval. */
  readonly span?: readonly [number, number];
}

const WIDTH = 100;

/** Marks on a number line; the numbers are beside it as text. */
export function Dots({ dots, min, max, span }: DotsProps): VNode {
  const at = (value: number): string => `${WIDTH * share(value, min, max)}%`;
  return (
    <svg class="dots" aria-hidden="true">
      {min < 0 && max > 0 && <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="100%" />}
      {span && <line class="span" x1={at(span[0])} x2={at(span[1])} y1="50%" y2="50%" />}
      {dots.map(({ value, kind }) =>
        kind === "strategy"
          ? <circle key={kind} class={kind} cx={at(value)} cy="50%" r="4" />
          : <line key={kind} class={kind} x1={at(value)} x2={at(value)} y1="15%" y2="85%" />
      )}
    </svg>
  );
}

/** Returns a position as a share of the width, with room at both ends for the marks. */
function share(value: number, min: number, max: number): number {
  const width = max - min || 1;
  return 0.03 + 0.94 * Math.min(Math.max((value - min) / width, 0), 1);
}
