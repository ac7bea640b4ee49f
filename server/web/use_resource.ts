import { useEffect, useState } from "preact/hooks";
import { failureOf } from "./engine/failure.ts";
import type { Resource } from "./state.ts";

/**
 * Returns the state of asynchronous work that restarts with every new input. The last answer stays until
 * the next one.
 *
 * @param work called once per input; earlier calls are ignored
 * @param attempt a new number repeats the work
 */
export function useResource<In, Out>(
  input: In,
  work: (input: In) => Promise<Out>,
  attempt = 0,
): Resource<Out> {
  const [resource, setResource] = useState<Resource<Out>>(NOTHING);
  useEffect(() => {
    let isNewest = true;
    setResource(({ answer }) => ({ answer, failure: null, isPending: true }));
    work(input).then(
      (answer) => isNewest && setResource({ answer, failure: null, isPending: false }),
      (thrown: unknown) =>
        isNewest &&
        setResource(({ answer }) => ({ answer, failure: failureOf(thrown), isPending: false })),
    );
    return () => {
      isNewest = false;
    };
  }, [input, attempt]);
  return resource;
}

const NOTHING = { answer: null, failure: null, isPending: false };
