/**
 * Measures the official datasets and 400 paths of each market, and writes the report in `README.md`:
 * `deno task datasets:official statistics`. With a folder, prints the statistics of its datasets beside the
 * real and the generated ones: `deno task datasets:official statistics FOLDER`.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { resolve } from "node:path";
// deno-lint-ignore no-external-import -- part of the runtime
import { pathToFileURL } from "node:url";
import { Engine, MARKET_KEYS, type MarketFacts, type Trial } from "./engine.ts";
import { readEntries } from "./manifest.ts";
import type { DatasetEntry } from "../server/contracts/types.ts";
import { type Row, shown, toMarkdown } from "./markdown.ts";
import { measureFolder } from "./report/folder.ts";
import { measureGenerated } from "./report/generated.ts";
import { mean } from "../server/datasets/path_figures/numbers.ts";
import { print } from "../server/process/output.ts";
import { statisticRows } from "./report/rows.ts";
import { column } from "./table.ts";
import { type Columns, parseColumns } from "../server/datasets/csv.ts";

const FOLDER = new URL("./", import.meta.url);
const README = new URL("README.md", FOLDER);
/** The report and its markers. */
const REPORT = /(?<=<!-- datasets:statistics -->\n\n)[\s\S]*(?=\n\n<!-- \/datasets:statistics -->)/;

interface Measured {
  readonly entry: DatasetEntry;
  readonly table: Columns;
  readonly market: MarketFacts;
  readonly trials: readonly Trial[];
}

/** Measures the datasets of this folder and paths of their generator, and returns the report. */
export async function makeReport(engine: Engine): Promise<string> {
  const datasets = await readEntries(FOLDER);
  const measured = await Promise.all(datasets.map((entry) => measureDataset(engine, entry)));
  const generated = MARKET_KEYS.map((marketKey) => measureGenerated(engine, marketKey));
  return [
    "### Generated against real",
    toMarkdown(["figure", "real sUSDe", ...MARKET_KEYS], statisticRows(generated)),
    "### The official paths, and the two lines on them",
    utilityTable(measured),
    "### Fills of every strategy, alone and at its defaults",
    fillTable(measured),
  ].join("\n\n");
}

async function measureDataset(engine: Engine, entry: DatasetEntry): Promise<Measured> {
  const table = parseColumns(entry.file, await Deno.readTextFile(new URL(entry.file, FOLDER)));
  return { entry, table, ...engine.tryStrategies(entry, table) };
}

function utilityTable(measured: readonly Measured[]): string {
  const percent = (value: number): string => shown(100 * value);
  const rows = measured.map(({ entry, table, market }) => {
    const [implied, underlying] = ["impliedApy", "underlyingApy"].map((name) => {
      const values = [...column(table, name)];
      const ends = [Math.min(...values), Math.max(...values)].map(percent);
      return `${percent(mean(values))} (${ends.join(" to ")})`;
    });
    return [
      `${entry.marketKey} ${entry.timeframe}`,
      implied ?? "",
      underlying ?? "",
      percent(market.benchmarkUtility),
      percent(market.idleUtility),
      entry.provenance.kind === "synthetic" ? percent(entry.provenance.passiveGap) : "none",
    ];
  });
  const head = ["dataset", "implied, %", "displayed underlying, %", "U(Hold)", "U(idle)"];
  return toMarkdown([...head, "passive gap"], rows);
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

/** Returns the report in a text of `README.md`. */
export function shownReport(readme: string): string | undefined {
  return REPORT.exec(readme)?.[0];
}

/** Writes the statistics of the official datasets, or prints those of a folder. */
export async function runStatistics([folder]: readonly string[]): Promise<void> {
  const engine = await Engine.load();
  if (folder === undefined) {
    const report = await makeReport(engine);
    const readme = await Deno.readTextFile(README);
    await Deno.writeTextFile(README, readme.replace(REPORT, () => report));
  } else {
    const { head, rows } = await measureFolder(engine, pathToFileURL(`${resolve(folder)}/`));
    print(toMarkdown(head, rows));
  }
}
