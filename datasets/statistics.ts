/**
 * Measures the official datasets and writes what `README.md` shows of them:
 * `deno task datasets:statistics`.
 *
 * @module
 */

import { Engine, type MarketFacts, type Trial } from "./engine.ts";
import { type ManifestEntry, readManifest, SYNTHETIC } from "./manifest.ts";
import { type Row, shown, toMarkdown } from "./markdown.ts";
import type { Figure } from "./statistics/figure.ts";
import { measure } from "./statistics/figures.ts";
import { parseTable, type Table } from "./table.ts";

const FOLDER = new URL("./", import.meta.url);
const README = new URL("README.md", FOLDER);
/** The report, between its marks. */
const REPORT = /(?<=<!-- datasets:statistics -->\n\n)[\s\S]*(?=\n\n<!-- \/datasets:statistics -->)/;

interface Measured {
  readonly entry: ManifestEntry;
  readonly table: Table;
  readonly market: MarketFacts;
  readonly trials: readonly Trial[];
}

/** Measures the datasets of this folder and returns their report. */
export async function makeReport(engine: Engine): Promise<string> {
  const { datasets } = await readManifest(FOLDER);
  const measured = await Promise.all(datasets.map((entry) => measureDataset(engine, entry)));
  const generated = measured.filter(({ entry }) =>
    entry.provenance === SYNTHETIC && entry.timeframe === "hourly"
  );
  return [
    ...generated.flatMap(({ entry, table }) => [
      `### ${entry.marketKey}`,
      figureTable(measure(entry, table)),
    ]),
    "### Holding PT against leaving all capital in SY",
    utilityTable(measured),
    "### Fills of every strategy, alone and at its defaults",
    fillTable(measured),
  ].join("\n\n");
}

async function measureDataset(engine: Engine, entry: ManifestEntry): Promise<Measured> {
  const table = parseTable(await Deno.readTextFile(new URL(entry.file, FOLDER)));
  return { entry, table, ...engine.tryStrategies(entry, table) };
}

function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, target, accepted: [low, high], measured }) => [
    unit === "" ? name : `${name}, ${unit}`,
    target,
    shown(low) === shown(high) ? shown(low) : `${shown(low)} to ${shown(high)}`,
    shown(measured),
  ]);
  return toMarkdown(["figure", "target", "accepted of a seed", "measured"], rows);
}

function utilityTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ entry: { marketKey, timeframe }, market }) => {
    const { benchmarkUtility: hold, idleUtility: idle } = market;
    return [`${marketKey} ${timeframe}`, shown(hold), shown(idle), shown(hold / idle)];
  });
  return toMarkdown(["dataset", "U(Hold)", "U(idle)", "U(Hold)/U(idle)"], rows);
}

function fillTable(measured: readonly Measured[]): string {
  const strategyIds = new Set(
    measured.flatMap(({ trials }) => trials.map(({ strategyId }) => strategyId)),
  );
  const fills = (strategyId: string): Row =>
    measured.map(({ trials }) =>
      String(trials.find((trial) => trial.strategyId === strategyId)?.fills ?? "not served")
    );
  const head = measured.map(({ entry: { marketKey, timeframe } }) => `${marketKey} ${timeframe}`);
  return toMarkdown(
    ["strategy", ...head],
    [...strategyIds].map((strategyId) => [strategyId, ...fills(strategyId)]),
  );
}

/** Returns the report that a text of `README.md` shows. */
export function shownReport(readme: string): string | undefined {
  return REPORT.exec(readme)?.[0];
}

if (import.meta.main) {
  const report = await makeReport(await Engine.load());
  const readme = await Deno.readTextFile(README);
  await Deno.writeTextFile(README, readme.replace(REPORT, () => report));
}
