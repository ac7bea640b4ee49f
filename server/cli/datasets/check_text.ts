import type { Catalogue } from "../../engine/wire_schemas.ts";
import type { StatisticRow } from "./paths.ts";
import type { TakenDataset } from "./read_dataset.ts";
import { alignRows } from "./align.ts";

const SHA256_SHOWN = 12;

type Strategies = Catalogue["strategies"];

/** Returns the strategies that run with a dataset's features. */
export function runnableOn(
  features: readonly string[],
  strategies: Strategies,
): readonly string[] {
  return strategies.filter(({ requiredFeatures }) =>
    requiredFeatures.every((feature) => features.includes(feature))
  ).map(({ strategyId }) => strategyId);
}

/** Describes checked datasets on one screen. */
export function checkText(
  taken: readonly TakenDataset[],
  strategies: Strategies,
  [names, statistics]: readonly [readonly string[], readonly StatisticRow[]],
): string {
  const markets = [...new Set(taken.map(({ entry }) => entry.marketId))];
  const blocks = markets.map((id) =>
    marketText(taken.filter(({ entry }) => entry.marketId === id), strategies)
  );
  const table = statistics.map(({ name, values }) => [name, ...values]);
  return [...blocks, alignRows([["statistics of the path", ...names], ...table])].join("\n\n");
}

/** Describes the datasets of a market side by side, with their common facts below. */
function marketText(taken: readonly TakenDataset[], strategies: Strategies): string {
  const [first] = taken;
  if (first === undefined) return "";
  const { entry: { marketId, marketKey, name, expiry, provenance }, summary } = first;
  const percent = (utility: number): string => `${(100 * utility).toPrecision(4)} % a year`;
  const row = (
    label: string,
    of: (dataset: TakenDataset) => string,
  ): readonly string[] => [label, ...taken.map(of)];
  const runnable = runnableOn(summary.features, strategies);
  const rest = strategies.map(({ strategyId }) => strategyId).filter((id) =>
    !runnable.includes(id)
  );
  const table = alignRows([
    row("", ({ entry }) => entry.timeframe),
    row("from", ({ summary }) => summary.firstTimestamp),
    row("to", ({ summary }) => summary.lastTimestamp),
    row("bars", ({ summary }) => String(summary.bars)),
    row("scored", ({ summary }) => String(summary.scoredBars)),
    ...provenance.kind === "import"
      ? [row("filled, dropped", ({ entry }) => dirtText(entry.provenance))]
      : [],
    row("U(Hold)", ({ summary }) => percent(summary.benchmarkUtility)),
    row("U(idle)", ({ summary }) => percent(summary.idleUtility)),
    row("absent", ({ entry }) => list(entry.absent)),
    row("estimated", ({ entry }) => list(entry.estimated)),
    row("sha256", ({ entry }) => entry.sha256.slice(0, SHA256_SHOWN)),
  ]);
  return [
    `market ${marketId} ${marketKey}: ${name}, to ${expiry}`,
    table,
    "identities: ptPrice, tvl and underlyingApy hold to 1e-9 on every bar",
    `source: ${sourceText(provenance)}`,
    `strategies: ${runnable.length} of ${strategies.length} run` +
    (rest.length === 0 ? "" : `; not ${rest.join(", ")}`),
  ].join("\n");
}

function dirtText(provenance: TakenDataset["entry"]["provenance"]): string {
  return provenance.kind === "import" ? `${provenance.filled}, ${provenance.dropped}` : "";
}

/** Describes the origin of a dataset. */
export function sourceText(provenance: TakenDataset["entry"]["provenance"]): string {
  if (provenance.kind === "synthetic") {
    return `generator ${provenance.generatorVersion}, seed ${provenance.seed}`;
  }
  const { source, market, chain, fetchedAt, importer, licence } = provenance;
  const facts = [
    source,
    ...market === undefined ? [] : [`market ${market}`],
    ...chain === undefined ? [] : [`chain ${chain}`],
    ...fetchedAt === undefined ? [] : [`fetched ${fetchedAt}`],
    importer,
    `licence ${licence ?? "not said"}`,
  ];
  return facts.join(", ");
}

function list(names: readonly string[] = []): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
