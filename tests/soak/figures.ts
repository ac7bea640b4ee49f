/** The spread of many durations, milliseconds. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Returns the spread of durations, by rank without interpolation. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (fraction: number): number => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? 0;
    return Math.round(100 * value) / 100;
  };
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Returns the resident memory of a process in MiB, as counted by Linux. */
export async function residentMib(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Formats rows as a Markdown table. */
export function toTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, names.map(() => "---"), ...rows.map((row) => names.map((n) => row[n]))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
