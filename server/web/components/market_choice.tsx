import type { VNode } from "preact";
import type { Market } from "../../contracts/catalog.ts";
import { type MarketOrigin, originOf } from "../../contracts/market_ids.ts";
import { markedName, TIMEFRAME_CHOICES, timeframeOf, withMarket } from "../model/candidate.ts";
import { commit, committed, findMarket, markets } from "../state/state.ts";
import { Choice } from "./choice.tsx";
import { PathLink } from "./path_link.tsx";

const GROUPS: readonly { readonly origin: MarketOrigin; readonly label: string }[] = [
  { origin: "official", label: "Simulated" },
  { origin: "imported", label: "Real" },
  { origin: "mine", label: "Own, in this browser" },
];

/** The market and the timeframe of the candidate. */
export function MarketChoice(): VNode {
  const current = committed.value;
  const market = findMarket(current.marketId);
  const choose = (marketId: number): void => commit(withMarket(current, marketId, markets.value));
  // Its room, so that nothing moves when the markets are known.
  if (markets.value.length === 0) return <div key="empty" class="market-choice" />;
  return (
    <div class="market-choice row">
      <MarketSelect value={current.marketId} choose={choose} />
      <PathLink to="workbench/market" class="add" label="This market, and a market of your own">
        +
      </PathLink>
      <Choice
        legend="Timeframe"
        options={TIMEFRAME_CHOICES.filter(({ value }) =>
          market === undefined || market.timeframes[value]
        )}
        value={timeframeOf(current)}
        choose={(timeframe) => commit({ ...current, timeframe })}
      />
    </div>
  );
}

/** Returns the name of a market, with the only timeframe that it has. */
function marketLabel(market: Market): string {
  const name = markedName(market);
  const [only, ...others] = TIMEFRAME_CHOICES.filter(({ value }) => market.timeframes[value]);
  return only === undefined || others.length > 0 ? name : `${name}, ${only.label.toLowerCase()}`;
}

interface MarketSelectProps {
  readonly value: number;
  choose(marketId: number): void;
}

/** A list of the markets, grouped by origin. */
function MarketSelect({ value, choose }: MarketSelectProps): VNode {
  const isKnown = findMarket(value) !== undefined;
  return (
    <select
      class="market-select"
      aria-label="Market"
      value={value}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
    >
      {!isKnown && <option value={value} disabled>market {value}</option>}
      {GROUPS.map(({ origin, label }) => {
        const ofGroup = markets.value.filter(({ id }) => originOf(id) === origin);
        return ofGroup.length > 0 && (
          <optgroup key={origin} label={label}>
            {ofGroup.map((one) => <option key={one.id} value={one.id}>{marketLabel(one)}</option>)}
          </optgroup>
        );
      })}
    </select>
  );
}
