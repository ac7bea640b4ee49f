/**
 * Writes the verdicts of all strategies at their defaults on the official datasets, which the board of
 * the page shows before it has judged them itself: `deno task datasets:official defaults`.
 *
 * @module
 */
import type { Evaluation } from "../server/contracts/types.ts";
import type { Engine } from "../server/engine/engine.ts";
import { print } from "../server/process/output.ts";
import {
  agreement,
  evaluateNow,
  measureStrategies,
  openEngine,
  strategiesOf,
} from "./calibrate_real.ts";
import { readEntries } from "./manifest.ts";

const FILE = new URL("../server/contracts/default_verdicts.ts", import.meta.url);
/** Largest chance of luck that is written: above it, luck is over 99 % for as many tries as a board has. */
const LUCK_MAX = 0.13;
/** Signs of a dataset's hash that identify it. */
const HASH_SIGNS = 12;

export interface Official {
  readonly marketId: number;
  readonly timeframe: "hourly" | "daily";
  readonly sha256: string;
}

/** Returns the official datasets in the order of the manifest. */
export async function officialDatasets(): Promise<readonly Official[]> {
  const entries = await readEntries(new URL("./", import.meta.url));
  return entries.map(({ marketId, timeframe, sha256 }) => ({ marketId, timeframe, sha256 }));
}

/**
 * Returns a dataset's key and the verdicts on it: the margin of Hold over idle, then one word a
 * strategy, in the order of the catalogue; `-` for one that cannot run.
 */
export function verdictsOn(engine: Engine, of: Official): readonly [string, string] {
  const { marketId, timeframe, sha256 } = of;
  const evaluations = strategiesOf(engine).map(({ strategyId }) =>
    evaluateNow(engine, { marketId, timeframe, components: [{ strategyId }] })
  );
  const gap = evaluations.find((one) => one !== null)?.verdict.passiveGap ?? NaN;
  const words = evaluations.map((one) => one === null ? "-" : wordOf(one));
  return [sha256.slice(0, HASH_SIGNS), [inTenThousandths(gap), ...words].join(" ")];
}

/**
 * Returns a verdict as one word: edge, half of its interval, real edge, all in 0.01 %/y; the passive
 * line whose fills it has; the chance of luck and that of its timing.
 */
function wordOf({ verdict, eligibility, real }: Evaluation): string {
  const { edge, edgeInterval, pValue, timing, sameAs } = verdict;
  const others = eligibility.gates.every(({ gate, passed }) =>
    passed || gate === "EDGE" || gate === "TIMING"
  );
  const luck = pValue < LUCK_MAX ? [pValue, others ? timing?.pValue ?? 0 : 1] : [];
  const figures = [edge, (edgeInterval?.[1] ?? edge) - edge, real?.edge ?? null];
  const chances = luck.map((p) => Number(p.toPrecision(5)).toString().replace(/^0\./, "."));
  return [
    ...figures.map((one) => one === null ? "" : inTenThousandths(one)),
    sameAs?.charAt(0) ?? "",
    ...chances,
  ].join(",").replace(/,+$/, "");
}

function inTenThousandths(value: number): string {
  return Math.round(value * 10_000).toString();
}

/** Returns how well edge and score of the defaults predict real maturities. */
export function agreementOf(engine: Engine): object {
  const measured = measureStrategies(engine);
  const [byEdge, byScore] = agreement(measured).map(Number);
  const { rows, scoredDays } = measured[0]?.real ?? { rows: [], scoredDays: 0 };
  return {
    strategies: measured.length,
    maturities: rows.length,
    days: scoredDays,
    byEdge,
    byScore,
  };
}

/** Judges all strategies at their defaults, and writes the verdicts. */
export async function runDefaults(): Promise<void> {
  const engine = await openEngine();
  const datasets = (await officialDatasets()).map((one) => verdictsOn(engine, one));
  const lines = [
    "// This module is browser compatible.",
    "// deno-fmt-ignore-file",
    "// By deno task datasets:official defaults; the words are read by server/web/views/board/shipped.ts.",
    "",
    "/** The strategies at their defaults, in the order of the words. */",
    `export const STRATEGIES = "${strategiesOf(engine).map((one) => one.strategyId).join(" ")}";`,
    "/** Verdicts by the begin of the dataset's hash. */",
    "export const DEFAULT_VERDICTS: Readonly<Record<string, string>> = {",
    ...datasets.map(([key, words]) => `  "${key}": "${words}",`),
    "};",
    "/** How well edges and scores of the defaults predict the order on real maturities, by Spearman. */",
    `export const AGREEMENT = ${JSON.stringify(agreementOf(engine))} as const;`,
    "",
  ];
  await Deno.writeTextFile(FILE, lines.join("\n"));
  print(`Wrote ${lines.join("\n").length} bytes`);
}
