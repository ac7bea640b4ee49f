import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

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

const IDLE = false;

/**
 * Returns a value one frame late, so that the first frame with it has only the most important content
 * to draw. An effect would not do: Preact runs those 35 ms later, also while the frame still waits.
 */
export function useAfterPaint<T extends object>(value: T | null): T | null {
  const [late, setLate] = useState<T | null>(null);
  const newest = useRef(value);
  newest.current = value;
  const isWaiting = useRef<boolean>(IDLE);
  useLayoutEffect(() => {
    const wait = (): void => {
      const { current } = newest;
      isWaiting.current = true;
      // The frame is painted after its callbacks.
      requestAnimationFrame(() =>
        setTimeout(() => {
          isWaiting.current = false;
          setLate(current);
          if (newest.current !== current) wait();
        })
      );
    };
    if (value !== null && !isWaiting.current) wait();
  }, [value]);
  return late;
}
