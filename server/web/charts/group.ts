import { type ReadonlySignal, signal } from "@preact/signals";
import type uPlot from "uplot";

/** The visible times, milliseconds. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** Charts over one time axis, which share crosshair and zoom. */
export class ChartGroup {
  /** For uPlot's own synchronisation of the crosshair. */
  readonly key: string;
  readonly #charts = new Set<uPlot>();
  readonly #span = signal<Span | null>(null);
  #isSetting = false;

  constructor(key: string) {
    this.key = key;
  }

  add(chart: uPlot): void {
    this.#charts.add(chart);
    const span = this.#span.peek();
    if (span !== null) this.#set(chart, span);
  }

  remove(chart: uPlot): void {
    this.#charts.delete(chart);
  }

  /** The visible times; null: all. */
  get span(): ReadonlySignal<Span | null> {
    return this.#span;
  }

  /** Shows these times in every chart; null shows all. */
  zoom(span: Span | null): void {
    this.#span.value = span;
    for (const chart of this.#charts) this.#set(chart, span ?? extent(chart));
  }

  /** Puts the crosshair of every chart at a time. */
  point(at: number): void {
    const span = this.#span.peek();
    if (span !== null && (at < span.min || at > span.max)) this.zoom(null);
    // A changed zoom takes effect in the next frame.
    requestAnimationFrame(() => {
      for (const chart of this.#charts) chart.setCursor({ left: chart.valToPos(at, "x"), top: 0 });
    });
  }

  /** Applies a zoom of one chart to all charts. */
  follow(chart: uPlot): void {
    const { min, max } = chart.scales["x"] ?? {};
    if (this.#isSetting || min === undefined || max === undefined) return;
    const whole = extent(chart);
    this.zoom(min <= whole.min && max >= whole.max ? null : { min, max });
  }

  #set(chart: uPlot, { min, max }: Span): void {
    this.#isSetting = true;
    chart.setScale("x", { min, max });
    this.#isSetting = false;
  }
}

/** Returns the first and the last time of a chart. */
export function extent(chart: uPlot): Span {
  const [times] = chart.data;
  return { min: times[0] ?? 0, max: times[times.length - 1] ?? 1 };
}
