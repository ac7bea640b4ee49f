// This module is browser compatible.

import type { NumberRange } from "../stages/engine_plan.ts";
import type { AskStore } from "./open_search.ts";
import { PendingRanges, type RangeSource } from "../stages/ranges.ts";
import type { EvaluatedTrial } from "../fold/evaluated.ts";
import type { PathTrial } from "../stages/path_halving.ts";
import type { AnyStage, EvaluationStage, PathStage, Stage } from "../stages/stage.ts";
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

  async summaries(
    { name }: Stage,
    ranges: readonly NumberRange[],
  ): Promise<readonly Bytes[]> {
    return (await this.#texts(name, ranges)).map((text) => Uint8Array.fromBase64(text));
  }

  async evaluations(
    { name }: EvaluationStage,
    range: NumberRange,
  ): Promise<readonly EvaluatedTrial[]> {
    const [text = "[]"] = await this.#texts(name, [range]);
    return JSON.parse(text);
  }

  async paths({ name }: PathStage, range: NumberRange): Promise<readonly PathTrial[]> {
    const [text = "[]"] = await this.#texts(name, [range]);
    return JSON.parse(text);
  }

  async #texts(stage: string, ranges: readonly NumberRange[]): Promise<readonly string[]> {
    const firsts = ranges.map(({ from }) => from);
    const texts = await this.#ask((store) => store.summaries(this.#id, stage, firsts));
    return texts.map((text, at) => {
      if (text !== null) return text;
      throw new Error(`Cannot read the result of ${stage} from ${firsts[at]}: there is none`);
    });
  }
}
