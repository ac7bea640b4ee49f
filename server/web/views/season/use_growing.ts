import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Rows drawn at first, and further ones each time. */
const STEP = 200;
/** How near the end of the drawn rows is when more are drawn: the height of a screen. */
const NEAR = { rootMargin: "100%" };

/**
 * Returns how many rows of a long list to draw, and the reference of an element behind them.
 *
 * @param need called when the element comes near
 */
export function useGrowing(
  count: number,
  need: () => void,
): readonly [number, RefObject<HTMLDivElement | null>] {
  const [most, setMost] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = end;
    if (current === null) return;
    // An observer calls at once, so that an element that stays near is heard of again.
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      setMost((before) => Math.min(before, count) + STEP);
      need();
    }, NEAR);
    observer.observe(current);
    return () => observer.disconnect();
  }, [count, most]);
  return [most, end];
}
