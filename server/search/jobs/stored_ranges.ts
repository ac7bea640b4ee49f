// This module is browser compatible.

import type { NumberRange } from "../stages/engine_plan.ts";
import type { AskStore } from "./open_search.ts";
import { PendingRanges, type RangeSource } from "../stages/ranges.ts";
import type { AnyStage } from "../stages/stage.ts";
import type { Bytes } from "../../engine/engine.ts";

/** The results of a search in a store. Ranges without one are left to jobs. */
export class StoredRanges implements RangeSource {
  readonly #ask: AskStore;
  readonly #id: string;

  constructor(ask: AskStore, id: string) {
    this.#ask = ask;
    this.#id = id;
  }

  async complete(stage: AnyStage, ranges: readonly NumberRange[]): Promise<void> {
    const done = new Set(await this.#ask((store) => store.ranges(this.#id, stage.name)));
    const pending = ranges.filter(({ from }) => !done.has(from));
    if (pending.length > 0) {
      throw new PendingRanges(stage, pending, ranges.length - pending.length);
    }
  }

  async results({ name }: AnyStage, ranges: readonly NumberRange[]): Promise<readonly Bytes[]> {
    const firsts = ranges.map(({ from }) => from);
    const found = await this.#ask((store) => store.summaries(this.#id, name, firsts));
    return found.map((bytes, at) => {
      if (bytes !== null) return bytes;
      throw new Error(`Cannot read the result of ${name} from ${firsts[at]}: there is none`);
    });
  }
}
