import {
  type Bytes,
  type Engine,
  type EngineRunner,
  EngineTrap,
  type RunAnswer,
} from "../engine/engine.ts";
import { InlineRunner } from "../engine/inline_runner.ts";
import { ApiError } from "../base/errors.ts";

/** The times of every run of a test. */
export const RUN_TIMES = { queueMs: 3, engineMs: 7 };

/** Runs on the thread of the test, which decides when it is full. */
export class TestRunner extends InlineRunner {
  override isAlive = true;
  isSaturated = false;
  readonly stats = { queued: 0, workers: 0, busy: 0, done: 0, replaced: 0, stuck: 0 };

  constructor(engine: Engine) {
    super(engine, { nowMs: () => 0 });
  }

  async open(): Promise<void> {}

  close(): void {}

  override admit(): void {
    if (this.isSaturated) {
      throw new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
        retryAfterMs: 1000,
      });
    }
  }

  override async simulate(request: Bytes): Promise<RunAnswer> {
    return { ...await super.simulate(request), ...RUN_TIMES };
  }

  override async evaluate(...run: Parameters<EngineRunner["evaluate"]>): Promise<RunAnswer> {
    return { ...await super.evaluate(...run), ...RUN_TIMES };
  }
}

/** Holds runs until the test finishes or traps them. */
export class HeldRunner extends TestRunner {
  readonly #waiting: ((isTrap: boolean) => void)[] = [];

  get waitingCount(): number {
    return this.#waiting.length;
  }

  override async simulate(request: Bytes): Promise<RunAnswer> {
    await this.#turn();
    return await super.simulate(request);
  }

  override async evaluate(...run: Parameters<EngineRunner["evaluate"]>): Promise<RunAnswer> {
    await this.#turn();
    return await super.evaluate(...run);
  }

  /** Lets waiting runs finish, all of them or the first ones, or trap. */
  finish({ most = Infinity, isTrap = false } = {}): void {
    for (const end of this.#waiting.splice(0, most)) end(isTrap);
  }

  async #turn(): Promise<void> {
    const isTrap = await new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    if (isTrap) throw new EngineTrap("Cannot finish a job: its worker is lost");
  }
}
