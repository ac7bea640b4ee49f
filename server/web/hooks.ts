import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../base/errors.ts";
import { toFailure } from "./engine/failure.ts";
import type { Resource } from "./state/state.ts";

const NOTHING = { answer: null, failure: null, isPending: false };

/** A resource that a component asks for, and may ask for again. */
export interface Asked<T> extends Resource<T> {
  retry(): void;
}

/**
 * Returns the state of asynchronous work that restarts with every new input. The last answer stays until
 * the next one.
 *
 * @param work called once per input; earlier calls are ignored
 */
export function useResource<In, Out>(input: In, work: (input: In) => Promise<Out>): Asked<Out> {
  const [resource, setResource] = useState<Resource<Out>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isNewest = true;
    setResource(({ answer }) => ({ answer, failure: null, isPending: true }));
    work(input).then(
      (answer) => isNewest && setResource({ answer, failure: null, isPending: false }),
      (thrown: unknown) =>
        isNewest &&
        setResource(({ answer }) => ({ answer, failure: toFailure(thrown), isPending: false })),
    );
    return () => {
      isNewest = false;
    };
  }, [input, attempt]);
  return { ...resource, retry: () => setAttempt((count) => count + 1) };
}

/** Work that a reader starts. */
interface Action<T, Args extends readonly unknown[]> {
  readonly isPending: boolean;
  /** Why the last try failed; null if it did not. */
  readonly reason: string | null;
  readonly result: T | null;
  start(...args: Args): void;
}

const [WAITING, RUNNING] = [false, true];
const NOT_STARTED = { isPending: WAITING, reason: null, result: null };

/** Returns an action and how it went. */
export function useAction<T, Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<T>,
): Action<T, Args> {
  const [state, setState] = useState<Omit<Action<T, Args>, "start">>(NOT_STARTED);
  const run = async (...args: Args): Promise<void> => {
    setState(({ result }) => ({ isPending: RUNNING, reason: null, result }));
    try {
      setState({ isPending: WAITING, reason: null, result: await work(...args) });
    } catch (thrown) {
      setState({ isPending: WAITING, reason: messageOf(thrown), result: null });
    }
  };
  return { ...state, start: (...args) => void run(...args) };
}

/** Returns the time, and renders again at each step. @param stepMs 0: the time stays */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (stepMs === 0) return;
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}

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
