/**
 * Measures the speed that the service promises: `deno task bench`, or with `--json` for programs;
 * `deno task bench growth` measures only how requests grow with what is stored.
 * Ratios compare workloads measured side by side. Times are the fastest of many short rounds, because
 * a shared machine is slower most of the time; the mean of the rounds is shown beside them.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { brotliCompressSync } from "node:zlib";
import {
  measureFullView,
  measureNative,
  measureStrategies,
  measureSummaries,
  measureWindows,
} from "./engine.ts";
import { measureEvaluations, measureEvidence } from "./evaluation.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { measureGrowth } from "./growth.ts";
import { measureHttp } from "./http.ts";
import { measureStart } from "./start.ts";
import { engine } from "./subject.ts";
import { measureLibrarySweeps, measureSweeps } from "./sweeps.ts";

const WASM = new URL("../../pkg/arena_engine_bg.wasm", import.meta.url);
const MIB = 1024 * 1024;

/** A table of the report besides the figures. */
interface Table {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly (readonly [string, number])[];
}

if (Deno.args[0] === "growth") {
  const rows = Number(Deno.args[Deno.args.indexOf("--rows") + 1]);
  const figures = measureGrowth(Deno.args.includes("--rows") ? rows : 100_000);
  for await (const figure of figures) printFigure(figure, 44);
  Deno.exit();
}

const { startMs, bareMs, guardedMs } = await measureStart();
const http = await measureHttp();
const loadedBytes = engine.memoryBytes;
const summaries = await measureSummaries();
const strategies = await measureStrategies();
const native = await measureNative();
const sweeps = await measureSweeps();
const library = await measureLibrarySweeps();
const fullView = await measureFullView();
const windows = await measureWindows();
const evaluation = await measureEvaluations();
const evidence = await measureEvidence();
const wasm = await Deno.readFile(WASM);
const perBar = strategies.map(([, nanoseconds]) => nanoseconds);

const figures: readonly Figure[] = [
  atMost("simulateNsPerBar", summaries.rsi.fastest, "ns", 6),
  atMost("simulateMeanNsPerBar", summaries.rsi.mean, "ns", 8),
  atMost("simulateMeanVsFastest", summaries.rsi.mean / summaries.rsi.fastest, "times", 1.15),
  atMost("holdNsPerBar", summaries.hold.fastest, "ns", 5.5),
  atMost("likeForLikeNativeNsPerBar", native.likeForLike, "ns", 4.5),
  atMost("medianStrategyNsPerBar", medianOf(strategies), "ns", 10),
  atMost("slowestStrategyNsPerBar", Math.max(...perBar), "ns", 35),
  atMost("furtherComponentNsPerBar", summaries.further, "ns", 4),
  atMost("wasmNativeRatio", native.ratio, "times", 1.15),
  atMost("evaluateMs", evaluation.laterMs, "ms", 2),
  atMost("evaluateVsRuns", medianOf(evidence), "times", 1.2),
  atLeast("sweepOwnPerSecond", sweeps.own, "per s", 55_000),
  atLeast("sweepSharedPerSecond", sweeps.shared, "per s", 130_000),
  ...(sweeps.ofNumba === null ? [] : [
    atMost("simulateVsNumba", 1 / sweeps.ofNumba.one, "times", 0.7),
    atLeast("sweepOwnVsNumba", sweeps.ofNumba.own, "times", 4),
    atLeast("sweepSharedVsNumba", sweeps.ofNumba.shared, "times", 4),
  ]),
  atLeast("librarySweepOwnVsPlan", library.own, "times", 0.9),
  atLeast("librarySweepSharedVsPlan", library.shared, "times", 0.9),
  atLeast("fullViewVsStringify", fullView, "times", 2.5),
  atMost("summaryCpuVsConstant", http.cpuRatio, "times", 1.8),
  atLeast("summaryHttpVsConstant", http.speedRatio, "times", 0.6),
  atMost("wasmBytes", wasm.length, "bytes", 250_000),
  atMost("wasmBrotliBytes", brotliCompressSync(wasm).length, "bytes", 120_000),
  atMost("startMs", startMs, "ms", 140),
  atMost("startVsBareServer", startMs / bareMs, "times", 1.8),
];

const tables: readonly Table[] = [
  { title: "One strategy at its defaults", unit: "ns/bar", rows: strategies },
  {
    title: "Different candidates in turn, mean of the rounds",
    unit: "ns/bar",
    rows: [["with an indicator", summaries.rsi.mean], ["without one", summaries.hold.mean]],
  },
  {
    title: "First start to the first answer",
    unit: "ms",
    rows: [
      ["the server", startMs],
      ["a bare Hono server", bareMs],
      ["the same with our time-outs", guardedMs],
    ],
  },
  { title: "Windows of 1,000 bars against windows of 10", unit: "times", rows: windows },
  {
    title: "Evaluations",
    unit: "ms",
    rows: [
      ["with an indicator, the first", evaluation.firstMs],
      ["with an indicator, later", evaluation.laterMs],
      ["without one, the first", evaluation.holdFirstMs],
      ["without one, later", evaluation.holdLaterMs],
    ],
  },
  {
    title: "A later evaluation against its runs without evidence, native build",
    unit: "times",
    rows: evidence,
  },
  {
    title: "Parts of an evaluation, native build",
    unit: "ms",
    rows: Object.entries(evaluation.nativeParts),
  },
  {
    title: "Memory of an engine with all datasets",
    unit: "MiB",
    rows: [["loaded", loadedBytes / MIB], ["after all of this", engine.memoryBytes / MIB]],
  },
  {
    title: "Processor time of the server, 64 connections",
    unit: "us per request",
    rows: [
      ...Object.entries(http.real.times).map(([name, us]) => [`summary, ${name}`, us] as const),
      ...Object.entries(http.constant.times).map(([name, us]) =>
        [`constant, ${name}`, us] as const
      ),
    ],
  },
  {
    title: "Requests over HTTP, 64 connections",
    unit: "per second",
    rows: [["summaries", http.real.perSecond], ["a constant answer", http.constant.perSecond]],
  },
];

/** Returns the median of sorted figures. */
function medianOf(sorted: readonly (readonly [string, number])[]): number {
  const at = (index: number): number => sorted[index]?.[1] ?? NaN;
  const middle = sorted.length / 2;
  return (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2;
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

function printFigure({ name, value, unit, target, reached }: Figure, width: number): void {
  const measured = `${rounded(value)} ${unit}`.padEnd(16);
  print(`${name.padEnd(width)} ${measured} ${target.padEnd(10)} ${reached ? "reached" : "missed"}`);
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 21 });
}

if (Deno.args.includes("--json")) print(JSON.stringify({ figures }));
else {
  for (const figure of figures) printFigure(figure, 26);
  if (sweeps.ofNumba === null) {
    print(
      "numba is not measured: it needs Python 3.10 or newer with venv, and PyPI the first time",
    );
  }
  for (const { title, unit, rows } of tables) {
    print(`\n${title}, ${unit}`);
    for (const [name, value] of rows) print(`  ${name.padEnd(34)} ${rounded(value).padStart(8)}`);
  }
}
