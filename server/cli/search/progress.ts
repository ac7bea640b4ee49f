import type { AnyStage } from "../../search/stages/stage.ts";
import type { TopEntry } from "../../search/stages/summary.ts";
import type { RangeResult, SearchDone } from "../../store/search_store.ts";

const SECOND_MS = 1000;
/** Intervals between lines, on a terminal and elsewhere. */
const TERMINAL_MS = 200;
const LINE_MS = 5_000;

/** The target of progress lines. */
export interface ProgressTarget {
  readonly isTerminal: boolean;
  write(text: string): void;
}

/** The search whose progress is shown. */
export interface ProgressOptions {
  /** Candidates of all stages. */
  readonly candidates: number;
  /** Compute units of all stages. */
  readonly units: number;
  /** The part of the search that an earlier run of the command has done. */
  readonly found: SearchDone;
  /** Ranges at once. */
  readonly parallel: number;
  /** Name of the figure that the best is chosen by. */
  readonly aim: string;
}

/** Shows the progress of a search: rate, time left, best so far. */
export class Progress {
  readonly #target: ProgressTarget;
  readonly #options: ProgressOptions;
  readonly #nowMs: () => number;
  #startMs = 0;
  #fold = "";
  #shownMs = -Infinity;
  /** Candidates, units and ranges of this run. */
  #fresh = 0;
  #freshUnits = 0;
  #ranges = 0;
  #best: TopEntry | null = null;

  constructor(
    target: ProgressTarget,
    options: ProgressOptions,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#target = target;
    this.#options = options;
    this.#nowMs = nowMs;
  }

  /** Starts the clock of the rate, once the workers have started. */
  begin(): void {
    this.#startMs = this.#nowMs();
  }

  /** Candidates of this run, and of earlier ones. */
  get counts(): { readonly fresh: number; readonly found: number } {
    return { fresh: this.#fresh, found: this.#options.found.done };
  }

  /** Adds a finished range. */
  add(
    stage: AnyStage,
    { count, merit, best }: Pick<RangeResult, "count" | "merit" | "best">,
    units: number,
  ): void {
    this.#fresh += count;
    this.#freshUnits += units;
    this.#ranges++;
    if (stage.role === "search" && stage.fold !== this.#fold) {
      [this.#fold, this.#best] = [stage.fold, null];
    }
    const isBetter = (merit ?? -Infinity) > (this.#best?.merit ?? -Infinity);
    if (isBetter && best !== null) this.#best = JSON.parse(best);
    const nowMs = this.#nowMs();
    if (nowMs - this.#shownMs < (this.#target.isTerminal ? TERMINAL_MS : LINE_MS)) return;
    this.#shownMs = nowMs;
    const line = this.line(stage);
    this.#target.write(this.#target.isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  }

  /** Returns the line that is shown. */
  line(stage: AnyStage): string {
    const { candidates, units, found, parallel, aim } = this.#options;
    const seconds = Math.max(1e-3, (this.#nowMs() - this.#startMs) / SECOND_MS);
    const unitsDone = found.unitsDone + this.#freshUnits;
    const share = Math.min(100, 100 * unitsDone / Math.max(1, units));
    // Before, the first range would count alone, though others are nearly done.
    const left = this.#ranges >= parallel && this.#freshUnits > 0
      ? `${durationText(Math.max(0, units - unitsDone) * seconds / this.#freshUnits)} left`
      : "";
    const best = this.#best === null
      ? ""
      : `  best ${aim} ${shown(Math.abs(this.#best.merit))} (${
        this.#best.coordinates.map(shown).join(", ")
      })`;
    return `${share.toFixed(1).padStart(5)} %  ${stage.name}  ` +
      `${(found.done + this.#fresh).toLocaleString("en-US")} of ` +
      `${candidates.toLocaleString("en-US")}  ` +
      `${Math.round(this.#fresh / seconds).toLocaleString("en-US")}/s  ${left}${best}`;
  }

  /** Ends the line of a terminal. */
  end(): void {
    if (this.#target.isTerminal) this.#target.write("\r\x1b[K");
  }
}

/** Returns a duration in words: "3 min 20 s". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48
    ? `${hours} h ${Math.round(seconds % 3600 / 60)} min`
    : `${Math.round(hours / 24)} days`;
}

function shown(number: number): string {
  return String(Number(number.toPrecision(5)));
}
