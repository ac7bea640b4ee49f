import { useEffect, useState } from "preact/hooks";

/** Returns the time, and renders again at each step. @param stepMs 0: the time stays */
export function useClock(stepMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (stepMs === 0) return;
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
