import { useState } from "preact/hooks";
import { messageOf } from "../../../base/errors.ts";

/** Work that a reader starts. */
interface Action<T> {
  readonly isPending: boolean;
  /** Why the last try failed; null if it did not. */
  readonly reason: string | null;
  readonly result: T | null;
  start(): void;
  /** Forgets how it went. */
  clear(): void;
}

const [WAITING, RUNNING] = [false, true];

/** Returns an action and how it went. */
export function useAction<T>(work: () => Promise<T>): Action<T> {
  const [state, setState] = useState<Omit<Action<T>, "start" | "clear">>(NOTHING);
  const run = async (): Promise<void> => {
    setState(({ result }) => ({ isPending: RUNNING, reason: null, result }));
    try {
      setState({ isPending: WAITING, reason: null, result: await work() });
    } catch (thrown) {
      setState({ isPending: WAITING, reason: messageOf(thrown), result: null });
    }
  };
  return { ...state, start: () => void run(), clear: () => setState(NOTHING) };
}

const NOTHING = { isPending: WAITING, reason: null, result: null };
