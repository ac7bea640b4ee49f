/**
 * Metrics in the text format of Prometheus, version 0.0.4. The usual library for it, prom-client, stands
 * on a package with 2 MB of test data, at which `deno compile` overflows its stack.
 *
 * @module
 */

/** Media type of the format. */
export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Labels of a sample; every value is one of a known list. */
export type Labels = Readonly<Record<string, string | number>>;

/** One metric: what it is called, and what it says at the moment. */
export interface Metric {
  /** Ends in its unit; `_total` for a counter. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Gives ending of the name, labels and value of each sample. */
  samples(): Iterable<readonly [suffix: string, labels: string, value: number]>;
}

/** Returns metrics as text. */
export function toText(metrics: readonly Metric[]): string {
  return metrics.map((metric) => {
    const { name, help, type } = metric;
    const lines = Array.from(metric.samples(), ([suffix, labels, value]) => {
      return `${name}${suffix}${labels === "" ? "" : `{${labels}}`} ${value}\n`;
    });
    return `# HELP ${name} ${escape(help)}\n# TYPE ${name} ${type}\n${lines.join("")}`;
  }).join("");
}

/** Returns a metric that is read when somebody asks. */
export function metricOf(
  { read, labels = {}, ...head }: Pick<Metric, "name" | "help" | "type"> & {
    readonly labels?: Labels;
    readonly read: () => number;
  },
): Metric {
  return { ...head, samples: () => [["", toLabels(labels), read()]] };
}

/** A count that only grows, for each set of labels. */
export class Counter implements Metric {
  readonly type = "counter";
  readonly name: string;
  readonly help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** Adds to it; 0 only makes it known. */
  add(labels: Labels, count: number): void {
    const key = toLabels(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  *samples(): Iterable<readonly [string, string, number]> {
    for (const [labels, count] of this.#counts) yield ["", labels, count];
  }
}

interface Spread {
  /** How many fell into each bucket, the last is above all bounds. */
  readonly counts: number[];
  sum: number;
}

/** How values are spread over buckets, for each set of labels. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #spreads = new Map<string, Spread>();

  /** @param bounds upper bounds of the buckets, each counting what is at most that; ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = toLabels(labels);
    const found = this.#bounds.findIndex((bound) => value <= bound);
    const index = found === -1 ? this.#bounds.length : found;
    const spread = this.#spreads.get(key) ??
      { counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 };
    spread.counts[index] = (spread.counts[index] ?? 0) + 1;
    spread.sum += value;
    this.#spreads.set(key, spread);
  }

  *samples(): Iterable<readonly [string, string, number]> {
    for (const [labels, { counts, sum }] of this.#spreads) {
      let count = 0;
      for (const [index, inBucket] of counts.entries()) {
        count += inBucket;
        const bound = toLabels({ le: this.#bounds[index] ?? "+Inf" });
        yield ["_bucket", labels === "" ? bound : `${labels},${bound}`, count];
      }
      yield ["_sum", labels, sum];
      yield ["_count", labels, count];
    }
  }
}

function toLabels(labels: Labels): string {
  let text = "";
  for (const [name, value] of Object.entries(labels)) {
    const quoted = escape(String(value)).replaceAll('"', '\\"');
    text += `${text === "" ? "" : ","}${name}="${quoted}"`;
  }
  return text;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
