// This module is browser compatible.

import { useEffect, useState } from "preact/hooks";

/**
 * Returns a debounced value. A slider passes many candidates; only the one on which it stops is judged
 * on 64 paths.
 */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState({ value });
  useEffect(() => {
    const resting = setTimeout(() => setRested({ value }), restMs);
    return () => clearTimeout(resting);
  }, [value]);
  return rested.value;
}

/**
 * Returns a value one frame late, so that the first frame with it has only the most important content
 * to draw.
 */
export function useAfterPaint<T extends object>(value: T | null): T | null {
  const [late, setLate] = useState<T | null>(null);
  // Effects run after the frame is painted.
  useEffect(() => setLate(value), [value]);
  return late;
}
