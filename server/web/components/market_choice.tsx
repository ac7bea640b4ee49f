// This module is browser compatible.

import type { VNode } from "preact";
import type { Market } from "../../contracts/catalog.ts";
import { type MarketOrigin, originOf } from "../../contracts/market_ids.ts";
import { TIMEFRAME_CHOICES, timeframeOf, withMarket } from "../model/candidate.ts";
import { markedName } from "../model/market_name.ts";
import { arena, candidate, commit } from "../state.ts";
import { Choice } from "./choice.tsx";
import { PathLink } from "./path_link.tsx";

/** Most markets that fit side by side. */
const BUTTONS_MAX = 4;

const GROUPS: readonly { readonly origin: MarketOrigin; readonly label: string }[] = [
  { origin: "official", label: "Official" },
  { origin: "imported", label: "Imported" },
  { origin: "mine", label: "Mine, in this browser" },
];

/** The market and the timeframe of the candidate. */
export function MarketChoice(): VNode {
  const markets = arena.value.answer?.markets ?? [];
  const current = candidate.value;
  const market = markets.find(({ id }) => id === current.marketId);
  const choose = (marketId: number): void => commit(withMarket(current, marketId, markets));
  return (
    <div class="market-choice row">
      {markets.length > BUTTONS_MAX
        ? <MarketSelect markets={markets} value={current.marketId} choose={choose} />
        : (
          <Choice
            legend="Market"
            options={markets.map(({ id, name }) => ({
              value: id,
              label: markedName({ id, name }),
            }))}
            value={current.marketId}
            choose={choose}
          />
        )}
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

interface MarketSelectProps {
  readonly markets: readonly Market[];
  readonly value: number;
  choose(marketId: number): void;
}

/** A list of many markets, grouped by origin. */
function MarketSelect({ markets, value, choose }: MarketSelectProps): VNode {
  const isKnown = markets.some(({ id }) => id === value);
  return (
    <select
      class="market-select"
      aria-label="Market"
      value={value}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
    >
      {!isKnown && <option value={value} disabled>market {value}</option>}
      {GROUPS.map(({ origin, label }) => {
        const ofGroup = markets.filter(({ id }) => originOf(id) === origin);
        return ofGroup.length > 0 && (
          <optgroup key={origin} label={label}>
            {ofGroup.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </optgroup>
        );
      })}
    </select>
  );
}
