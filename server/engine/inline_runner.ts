// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import type { RemoteLedger, TrialLedger } from "../contracts/trial.ts";
import { runRequest } from "./columns.ts";
import type {
  Bytes,
  Engine,
  EngineRunner,
  InlineRun,
  RunAnswer,
  SimulationAnswer,
} from "./engine.ts";

/** Runs on the caller's thread, and blocks it. */
export class InlineRunner implements EngineRunner {
  readonly isAlive: boolean = true;
  readonly #engine: Engine;
  readonly #clock: Pick<Clock, "nowMs">;

  /** @param engine an engine that has the datasets */
  constructor(engine: Engine, clock: Pick<Clock, "nowMs">) {
    this.#engine = engine;
    this.#clock = clock;
  }

  admit(): void {}

  runInline(_keyId: string, run: InlineRun): RunAnswer | null {
    const answer = run(() => false);
    return answer && { ...answer, queueMs: 0, engineMs: 0 };
  }

  simulate(request: Bytes): Promise<RunAnswer> {
    return this.#run(() => runRequest(this.#engine, request));
  }

  evaluate(
    request: Bytes,
    payload: Bytes,
    _keyId: string,
    ledger: RemoteLedger,
  ): Promise<RunAnswer> {
    return this.#run(() => {
      return { bytes: this.#engine.evaluate(request, payload, atOnce(ledger)), trial: null };
    });
  }

  #run(work: () => SimulationAnswer): Promise<RunAnswer> {
    return Promise.try(() => {
      const start = this.#clock.nowMs();
      const answer = work();
      return { ...answer, queueMs: 0, engineMs: this.#clock.nowMs() - start };
    });
  }
}

/** Returns a ledger that must answer at once: the engine asks in the middle of a run. */
function atOnce(ledger: RemoteLedger): TrialLedger {
  return {
    count: (trial) => {
      const counts = ledger.count(trial);
      if (!(counts instanceof Promise)) return counts;
      throw new Error("Cannot count a trial on the thread of the run: its ledger answers later");
    },
  };
}
