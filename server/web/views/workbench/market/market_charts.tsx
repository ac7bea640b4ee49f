import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "../../../charts/chart.tsx";
import type { ChartGroup } from "../../../charts/group.ts";
import type { Line, Look } from "../../../charts/plot_options.ts";
import type { MarketColumns } from "../../../engine/messages.ts";
import { compact, fixed, percent, percentAxis } from "../../../model/format.ts";

interface MarketChartsProps {
  readonly dataset: MarketColumns;
  /** Charts with the same time axis. */
  readonly group: ChartGroup;
}

const UNDERLYING: Line = { label: "Underlying", colour: "hold" };
const IMPLIED: Line = { label: "Implied", colour: "accent", width: 2 };
const FAR: Line = { label: "Next maturity", colour: "far", width: 1 };

const yields = {
  height: 272,
  axis: percentAxis,
  value: (value: number): string => percent(value, 2),
  hasTimes: true,
};
const YIELDS: Look = { ...yields, lines: [UNDERLYING, IMPLIED] };
const YIELDS_WITH_FAR: Look = { ...yields, lines: [FAR, UNDERLYING, IMPLIED] };

const PRICE: Look = {
  lines: [
    { label: "Par", colour: "ink-soft", width: 1, dash: [4, 4] },
    { label: "PT", colour: "accent", width: 2 },
  ],
  height: 176,
  // Close to expiry prices move within a hundredth.
  axis: (value, step) => fixed(value, step < 0.01 ? 4 : 2),
  value: (value) => fixed(value, 4),
};

const SHARE: Look = {
  lines: [{ label: "PT in pool", colour: "far", isFilled: true }],
  height: 120,
  axis: percentAxis,
  value: (value) => percent(value, 1),
  range: (_, max) => [0, Math.max(max * 1.15, 0.1)],
};

const TVL: Look = {
  lines: [{ label: "TVL", colour: "accent", isFilled: true }],
  height: 120,
  axis: compact,
  value: compact,
  range: (_, max) => [0, max * 1.15],
};

const VOLUME: Look = {
  lines: [{ label: "Volume", colour: "ink-soft", width: 1, isFilled: true }],
  height: 96,
  axis: compact,
  value: compact,
  range: (_, max) => [0, max * 1.15],
  hasTimes: true,
};

/** Yields, price and pool of a dataset over one time axis. */
export function MarketCharts({ dataset, group }: MarketChartsProps): VNode {
  const { timestamp, columns, header, bars } = dataset;
  const drawn = useMemo(() => {
    const column = (name: string): Float64Array => columns[name] ?? new Float64Array(bars);
    const far = columns["farImpliedApy"];
    return {
      yields: [
        timestamp,
        ...far === undefined ? [] : [far],
        column("underlyingApy"),
        column("impliedApy"),
      ],
      price: [timestamp, new Float64Array(bars).fill(1), column("ptPrice")],
      share: [timestamp, dataset.poolPtShare],
      tvl: [timestamp, column("tvl")],
      volume: columns["volume"] && [timestamp, columns["volume"]],
      hasFar: far !== undefined,
    };
  }, [dataset]);
  const rest = { group, scoredFrom: timestamp[header.tradeStartIndex] ?? null };
  const discount = (index: number | null): string | null => {
    const price = index === null ? undefined : drawn.price[2]?.[index];
    return price === undefined ? null : `${percent(1 - price)} below par`;
  };
  return (
    <section aria-label="Charts of the market">
      <Chart
        title="Yield per year"
        hasRanges
        look={drawn.hasFar ? YIELDS_WITH_FAR : YIELDS}
        columns={drawn.yields}
        {...rest}
      />
      <Chart title="PT price to par" look={PRICE} columns={drawn.price} note={discount} {...rest} />
      <Chart title="PT share of the pool" look={SHARE} columns={drawn.share} {...rest} />
      <Chart title="Liquidity of the pool" look={TVL} columns={drawn.tvl} {...rest} />
      {drawn.volume && (
        <Chart title="Volume per bar" look={VOLUME} columns={drawn.volume} {...rest} />
      )}
    </section>
  );
}
