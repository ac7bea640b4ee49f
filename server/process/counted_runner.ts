// This module is browser compatible.

import type { EngineRunner, RunAnswer } from "../engine/engine.ts";
import type { Requests } from "../search/yield_to_requests.ts";

/**
 * Counts the runs of an engine among the requests to which searches yield. A request counts while its
 * run is queued or running, so one that is refused, or whose body does not arrive, stops no search.
 */
export function countedRunner(runner: EngineRunner, requests: Requests): EngineRunner {
  const counted = <T>(run: () => Promise<T>): Promise<T> => {
    requests.begin();
    return Promise.try(run).finally(() => requests.end());
  };
  return {
    get isAlive(): boolean {
      return runner.isAlive;
    },
    admit: (keyId) => runner.admit(keyId),
    runInline(keyId, run): RunAnswer | null {
      requests.begin();
      try {
        return runner.runInline(keyId, run);
      } finally {
        requests.end();
      }
    },
    simulate: (...args) => counted(() => runner.simulate(...args)),
    evaluate: (...args) => counted(() => runner.evaluate(...args)),
  };
}
