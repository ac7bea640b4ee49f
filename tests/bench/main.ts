/**
 * Measures what the service promises of its speed: `deno task bench`, or with `--json` for programs.
 * Ratios are of works measured side by side; times are the fastest of many short rounds, for a
 * shared machine is slower at most moments.
 *
 * @module
 */

import {
  measureEvaluate,
  measureFullView,
  measureFurtherComponent,
  measureSimulate,
  measureStrategies,
  measureSweep,
  measureWasmNative,
  measureWindows,
} from "./engine.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { measureHttp } from "./http.ts";
import { measureStart } from "./start.ts";

const WASM = new URL("../../pkg/arena_engine_bg.wasm", import.meta.url);

/** A table of the report, beside the figures. */
interface Table {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly (readonly [string, number])[];
}

const strategies = await measureStrategies();
const [[, slowest] = ["", NaN]] = strategies;
const evaluation = await measureEvaluate();
const http = await measureHttp();

const figures: readonly Figure[] = [
  atMost("simulateNsPerBar", await measureSimulate(), "ns", 6),
  atMost("furtherComponentNsPerBar", await measureFurtherComponent(), "ns", 5),
  atMost("slowestStrategyNsPerBar", slowest, "ns", 15),
  atMost("evaluateMs", evaluation.milliseconds, "ms", 3),
  atMost("wasmNativeRatio", await measureWasmNative(), "times", 1.15),
  atLeast("fullViewVsStringify", await measureFullView(), "times", 2),
  atLeast("summaryHttpVsConstant", http.ratio, "times", 0.6),
  atMost("wasmBytes", (await Deno.stat(WASM)).size, "bytes", 250_000),
  atMost("startMs", await measureStart(), "ms", 150),
];

const tables: readonly Table[] = [
  { title: "One strategy at its defaults", unit: "ns/bar", rows: strategies },
  {
    title: "Windows of 1,000 bars against windows of 10",
    unit: "times",
    rows: await measureWindows(),
  },
  {
    title: "Parts of an evaluation, native build",
    unit: "ms",
    rows: [
      ...Object.entries(evaluation.nativeParts),
      ["a later evaluation, whole, WebAssembly", evaluation.laterMilliseconds],
    ],
  },
  {
    title: "Throughput",
    unit: "per second",
    rows: [
      ["candidates of a sweep, one core", await measureSweep()],
      ["summaries over HTTP", http.requestsPerSecond],
      ["a constant answer over HTTP", http.constantPerSecond],
    ],
  },
];

function print(text: string): void {
  // deno-lint-ignore no-console -- what the command is for
  console.log(text);
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 21 });
}

if (Deno.args.includes("--json")) print(JSON.stringify({ figures }));
else {
  for (const { name, value, unit, target, reached } of figures) {
    const measured = `${rounded(value)} ${unit}`.padEnd(16);
    print(`${name.padEnd(26)} ${measured} ${target.padEnd(10)} ${reached ? "reached" : "missed"}`);
  }
  for (const { title, unit, rows } of tables) {
    print(`\n${title}, ${unit}`);
    for (const [name, value] of rows) print(`  ${name.padEnd(34)} ${rounded(value).padStart(8)}`);
  }
}
