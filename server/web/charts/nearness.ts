// This module is browser compatible.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Until the browser says otherwise. */
const AT_FIRST: boolean = true;
/** How far beyond the window something is near, in parts of the window. */
const MARGIN = "25%";

/**
 * Returns whether an element is in the window or near it: a chart that nobody can see need not be drawn
 * in every frame while a knob turns.
 *
 * @param arrived called when it comes near, and before it is printed
 */
export function useNearness(
  element: RefObject<HTMLElement | null>,
  arrived: () => void,
): { readonly current: boolean } {
  const isNear = useRef(AT_FIRST);
  const latest = useRef(arrived);
  latest.current = arrived;
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver((entries) => {
      isNear.current = entries.at(-1)?.isIntersecting ?? true;
      if (isNear.current) latest.current();
    }, { rootMargin: MARGIN });
    const beforePrint = (): void => latest.current();
    observer.observe(current);
    addEventListener("beforeprint", beforePrint);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", beforePrint);
    };
  }, []);
  return isNear;
}
