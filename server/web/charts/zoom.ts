import type { Span } from "./group.ts";

/** Smallest visible share of the whole, so that some bars remain. */
const SHARE_MIN = 1 / 500;

/**
 * Returns the span after a zoom about a fixed time; null if it covers the whole.
 *
 * @param factor below 1 shows less
 */
export function zoomedAbout(span: Span, whole: Span, at: number, factor: number): Span | null {
  const least = (whole.max - whole.min) * SHARE_MIN;
  const share = Math.max(factor, least / Math.max(span.max - span.min, least));
  return within(
    { min: at - (at - span.min) * share, max: at + (span.max - at) * share },
    whole,
  );
}

/** Returns the span moved by a time, within the whole. */
export function moved(span: Span, whole: Span, by: number): Span {
  const far = Math.min(Math.max(by, whole.min - span.min), whole.max - span.max);
  return { min: span.min + far, max: span.max + far };
}

/** Two times and the positions of the fingers on them, as shares of the width. */
export interface Pinch {
  readonly times: readonly [number, number];
  readonly shares: readonly [number, number];
}

/** Returns the span in which both times are under their fingers; null if it covers the whole. */
export function pinched({ times, shares }: Pinch, whole: Span): Span | null {
  const apart = shares[1] - shares[0];
  const least = (whole.max - whole.min) * SHARE_MIN;
  // Two fingers at one position define no scale.
  const width = Math.abs(apart) < 0.01 ? least : Math.max((times[1] - times[0]) / apart, least);
  const min = times[0] - shares[0] * width;
  return within({ min, max: min + width }, whole);
}

function within(span: Span, whole: Span): Span | null {
  const [min, max] = [Math.max(whole.min, span.min), Math.min(whole.max, span.max)];
  return min <= whole.min && max >= whole.max ? null : { min, max };
}
