import {
  type Bytes,
  type Engine,
  type EngineRunner,
  EngineTrap,
  type RunAnswer,
} from "../../server/engine/engine.ts";
import { ApiError } from "../../server/errors/api_error.ts";

/** What every run of a test is said to take. */
export const RUN_TIMES = { queueMs: 3, engineMs: 7 };

/** Runs on the thread of the test. */
export class InlineRunner implements EngineRunner {
  readonly #engine: Engine;
  isAlive = true;
  isSaturated = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  admit(): void {
    if (this.isSaturated) {
      throw new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
        retryAfterMs: 1000,
      });
    }
  }

  simulate(request: Bytes): Promise<RunAnswer> {
    return Promise.try(() => ({ ...this.#engine.simulate(request), ...RUN_TIMES }));
  }

  evaluate(request: Bytes, payload: Bytes): Promise<RunAnswer> {
    return Promise.try(() => {
      const bytes = this.#engine.evaluate(request, payload);
      return { bytes, dailySharpe: null, ...RUN_TIMES };
    });
  }
}

/** Finishes a run only when the test says so, and as the test says. */
export class HeldRunner extends InlineRunner {
  readonly #waiting: (() => void)[] = [];
  #isBroken = false;

  /** Runs that wait. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  override async simulate(request: Bytes): Promise<RunAnswer> {
    await this.#turn();
    return await super.simulate(request);
  }

  override async evaluate(request: Bytes, payload: Bytes): Promise<RunAnswer> {
    await this.#turn();
    return await super.evaluate(request, payload);
  }

  /** Lets all waiting runs finish. */
  finish(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Lets all waiting runs break off. */
  trap(): void {
    this.#isBroken = true;
    this.finish();
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#isBroken) throw new EngineTrap("Cannot finish a job: its worker is lost");
  }
}
