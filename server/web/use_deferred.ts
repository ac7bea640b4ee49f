// This module is browser compatible.

import { useEffect, useState } from "preact/hooks";

/**
 * Returns a debounced value. A slider passes many candidates; only the one on which it stops is judged
 * on 64 paths.
 */
export function useDebounced<T>(value: T, restMs: number): T {
  const [debounced, setDebounced] = useState({ value });
  useEffect(() => {
    const resting = setTimeout(() => setDebounced({ value }), restMs);
    return () => clearTimeout(resting);
  }, [value]);
  return debounced.value;
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
