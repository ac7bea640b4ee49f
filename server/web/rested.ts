// This module is browser compatible.

import { useEffect, useState } from "preact/hooks";

/**
 * Returns a value once it has stayed the same for a while, until then the one before: what is judged
 * on 64 paths is the candidate that a slider ends on, and not all that it passes.
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
 * Returns a value from the frame on that follows the one which could show it first, until then the one
 * before: what is looked at first is not kept waiting by the rest.
 */
export function useAfterPaint<T extends object>(value: T | null): T | null {
  const [late, setLate] = useState<T | null>(null);
  // An effect runs when the frame is painted.
  useEffect(() => setLate(value), [value]);
  return late;
}
