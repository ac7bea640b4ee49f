/** Memory after a number of requests. */
export interface Sample {
  readonly requests: number;
  readonly seconds: number;
  readonly residentMiB: number;
  /** Number of the server, from 0; a killed server is replaced by a new one. */
  readonly life: number;
}

/** Memory over time, after the warm-up. */
export interface MemoryVerdict {
  /** null when the server was not warm for long enough. */
  readonly isFlat: boolean | null;
  /** Growth of the least-squares line through the warm samples, from the first to the last. */
  readonly grownMiB: number;
  /** The line's value at its first sample. */
  readonly warmMiB: number;
  readonly maxMiB: number;
}

const WARM_AFTER = 0.1;
/** Requests before which a heap has not reached its size. */
const WARM_AFTER_REQUESTS = 10_000;
const WARM_SAMPLES_MIN = 20;
const GROWTH_MAX = 0.1;

/**
 * Judges whether memory stays flat, that is, grows by at most a tenth along the best-fitting line, after
 * the first tenth of each server's requests and not before it is warm. The server with the largest
 * growth counts.
 */
export function memoryVerdict(samples: readonly Sample[]): MemoryVerdict {
  const verdicts = [...Map.groupBy(samples, ({ life }) => life).values()].map(verdictOf);
  const [first = verdictOf([]), ...others] = verdicts;
  return others.reduce((most, each) => each.grownMiB > most.grownMiB ? each : most, first);
}

function verdictOf(samples: readonly Sample[]): MemoryVerdict {
  const [first, last] = [samples[0]?.requests ?? 0, samples.at(-1)?.requests ?? 0];
  const warmAt = first + Math.max(WARM_AFTER_REQUESTS, WARM_AFTER * (last - first));
  const warm = samples.filter(({ requests }) => requests >= warmAt);
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [x, y] = [warm.map((sample) => sample.requests), warm.map((each) => each.residentMiB)];
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  const spread = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  const joint = x.reduce((sum, value, index) => {
    return sum + (value - meanX) * ((y[index] ?? meanY) - meanY);
  }, 0);
  const slope = spread === 0 ? 0 : joint / spread;
  const warmMiB = meanY + slope * ((x[0] ?? meanX) - meanX);
  const grownMiB = slope * ((x.at(-1) ?? 0) - (x[0] ?? 0));
  const isFlat = warm.length < WARM_SAMPLES_MIN ? null : grownMiB <= GROWTH_MAX * warmMiB;
  return { isFlat, grownMiB, warmMiB, maxMiB: Math.max(...y, 0) };
}
