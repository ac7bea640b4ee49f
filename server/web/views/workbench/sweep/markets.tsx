import type { VNode } from "preact";
import type { Market } from "../../../../contracts/catalog.ts";
import { markedName } from "../../../model/market_name.ts";
import type { Draft } from "../../../sweep/draft.ts";
import { Choice } from "./controls.tsx";

interface MarketsProps {
  readonly draft: Draft;
  /** The markets besides that of the candidate that have bars of its timeframe. */
  readonly others: readonly Market[];
  choose(draft: Draft): void;
}

const WAYS = [
  ["mean", "its mean over them"],
  ["worst", "the market where it is worst"],
] as const;

/** The markets on which every candidate runs, and how a figure counts over them. */
export function MarketChoice({ draft, others, choose }: MarketsProps): VNode {
  const { otherMarkets, marketsBy } = draft;
  const toggle = (id: number): readonly number[] =>
    otherMarkets.includes(id) ? otherMarkets.filter((one) => one !== id) : [...otherMarkets, id];
  return (
    <fieldset class="also">
      <legend>Also run on</legend>
      {others.map((market) => (
        <label key={market.id} class="check">
          <input
            type="checkbox"
            checked={otherMarkets.includes(market.id)}
            onChange={() => choose({ ...draft, otherMarkets: toggle(market.id) })}
          />
          {markedName(market)}
        </label>
      ))}
      {otherMarkets.length > 0 && (
        <Choice
          label="A figure counts by"
          value={marketsBy}
          choices={WAYS}
          choose={(by) => choose({ ...draft, marketsBy: by })}
        />
      )}
    </fieldset>
  );
}
