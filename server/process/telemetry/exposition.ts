/**
 * Metrics in the text format of Prometheus, version 0.0.4. The usual library, prom-client, depends on a
 * package with 2 MB of test data, on which `deno compile` overflows its stack.
 *
 * @module
 */

/** Media type of the format. */
export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Labels of a sample; every value is one of a known list. */
export type Labels = Readonly<Record<string, string | number>>;

/** One metric: its metadata and its current samples. */
export interface Metric {
  /** Ends in its unit; `_total` for a counter. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Yields suffix of the name, labels and value of each sample. */
  samples(): Iterable<readonly [suffix: string, labels: string, value: number]>;
}

export function toText(metrics: readonly Metric[]): string {
  return metrics.map((metric) => {
    const { name, help, type } = metric;
    const lines = Array.from(metric.samples(), ([suffix, labels, value]) => {
      return `${name}${suffix}${labels === "" ? "" : `{${labels}}`} ${value}\n`;
    });
    return `# HELP ${name} ${escape(help)}\n# TYPE ${name} ${type}\n${lines.join("")}`;
  }).join("");
}

/** Returns a metric whose value is read at each scrape. */
export function metricOf(
  { read, labels = {}, ...head }: Pick<Metric, "name" | "help" | "type"> & {
    readonly labels?: Labels;
    readonly read: () => number;
  },
): Metric {
  return { ...head, samples: () => [["", toLabels(labels), read()]] };
}

/** A monotonic count per set of labels. */
export class Counter implements Metric {
  readonly type = "counter";
  readonly name: string;
  readonly help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** Adds to the count; 0 only creates the series. */
  add(labels: Labels, count: number): void {
    const key = toLabels(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  *samples(): Iterable<readonly [string, string, number]> {
    for (const [labels, count] of this.#counts) yield ["", labels, count];
  }
}

interface Distribution {
  /** Values per bucket; the last bucket is above all bounds. */
  readonly counts: number[];
  sum: number;
}

/** The distribution of values over buckets, per set of labels. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #distributions = new Map<string, Distribution>();

  /** @param bounds inclusive upper bounds of the buckets, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = toLabels(labels);
    const found = this.#bounds.findIndex((bound) => value <= bound);
    const index = found === -1 ? this.#bounds.length : found;
    const distribution = this.#distributions.get(key) ??
      { counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 };
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1;
    distribution.sum += value;
    this.#distributions.set(key, distribution);
  }

  *samples(): Iterable<readonly [string, string, number]> {
    for (const [labels, { counts, sum }] of this.#distributions) {
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
