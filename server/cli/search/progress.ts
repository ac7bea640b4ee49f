import type { Stage } from "../../search/stage.ts";
import type { Summary } from "../../search/summary.ts";
import type { TopEntry } from "../../search/top_list.ts";

const SECOND_MS = 1000;
/** How often a line is printed, on a terminal and elsewhere. */
const TERMINAL_MS = 200;
const LINE_MS = 5_000;

/** Where progress is shown. */
export interface ProgressTarget {
  readonly isTerminal: boolean;
  write(text: string): void;
}

/** Shows how far a search is: rate, time left, best so far. */
export class Progress {
  readonly #target: ProgressTarget;
  readonly #total: number;
  readonly #aim: string;
  readonly #startMs: number;
  #stage = "";
  #shownMs = -Infinity;
  #done = 0;
  /** Of them, those that this run has run. */
  #fresh = 0;
  #best: TopEntry | null = null;

  /** @param total candidates of all stages */
  constructor(target: ProgressTarget, total: number, aim: string) {
    this.#target = target;
    this.#total = total;
    this.#aim = aim;
    this.#startMs = performance.now();
  }

  /** Candidates that this run has run, and those of an earlier one. */
  get counts(): { readonly fresh: number; readonly found: number } {
    return { fresh: this.#fresh, found: this.#done - this.#fresh };
  }

  /** Candidates a second of this run. */
  get rate(): number {
    return this.#fresh / Math.max(1e-3, (performance.now() - this.#startMs) / SECOND_MS);
  }

  /** Takes a range. */
  add(stage: Stage, summary: Summary, isFound: boolean): void {
    this.#done += summary.count;
    if (!isFound) this.#fresh += summary.count;
    if (stage.fold !== this.#stage) [this.#stage, this.#best] = [stage.fold, null];
    const [best] = summary.top;
    const isBetter = best !== undefined && best.merit > (this.#best?.merit ?? -Infinity);
    if (isBetter && stage.role === "search") this.#best = best;
    const nowMs = performance.now();
    if (nowMs - this.#shownMs < (this.#target.isTerminal ? TERMINAL_MS : LINE_MS)) return;
    this.#shownMs = nowMs;
    const line = this.line(stage);
    this.#target.write(this.#target.isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  }

  /** Returns what is shown. */
  line(stage: Stage): string {
    const rate = this.rate;
    const leftSeconds = rate > 0 ? (this.#total - this.#done) / rate : null;
    const share = Math.min(100, 100 * this.#done / Math.max(1, this.#total));
    const best = this.#best === null
      ? ""
      : `  best ${this.#aim} ${shown(Math.abs(this.#best.merit))} (${
        this.#best.coordinates.map(shown).join(", ")
      })`;
    return `${share.toFixed(1).padStart(5)} %  ${stage.name}  ` +
      `${Math.round(this.#done).toLocaleString("en-US")} of ` +
      `${this.#total.toLocaleString("en-US")}  ${Math.round(rate).toLocaleString("en-US")}/s  ` +
      `${
        leftSeconds === null || this.#fresh === 0 ? "" : `${durationOf(leftSeconds)} left`
      }${best}`;
  }

  /** Ends the line of a terminal. */
  end(): void {
    if (this.#target.isTerminal) this.#target.write("\r\x1b[K");
  }
}

/** Returns a duration as people say it. */
export function durationOf(seconds: number): string {
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
