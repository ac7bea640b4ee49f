// This module is browser compatible.

import { useEffect, useState } from "preact/hooks";
import { failureOf } from "./engine/failure.ts";
import type { Remote } from "./state.ts";

/**
 * Returns the state of asynchronous work, restarted for every input; the last answer stays until the
 * next.
 *
 * @param work called once per input; only the newest call counts
 * @param attempt another number repeats the work
 */
export function useRemote<In, Out>(
  input: In,
  work: (input: In) => Promise<Out>,
  attempt = 0,
): Remote<Out> {
  const [remote, setRemote] = useState<Remote<Out>>(NOTHING);
  useEffect(() => {
    let isNewest = true;
    setRemote(({ answer }) => ({ answer, failure: null, isPending: true }));
    work(input).then(
      (answer) => isNewest && setRemote({ answer, failure: null, isPending: false }),
      (thrown: unknown) =>
        isNewest &&
        setRemote(({ answer }) => ({ answer, failure: failureOf(thrown), isPending: false })),
    );
    return () => {
      isNewest = false;
    };
  }, [input, attempt]);
  return remote;
}

const NOTHING = { answer: null, failure: null, isPending: false };
