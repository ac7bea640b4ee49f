import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  arena,
  candidate,
  commit,
  hasNewData,
  isPaletteOpen,
  markets,
  navigate,
  shownTerm,
} from "../state/state.ts";
import { Finder } from "./finder.tsx";
import { runHistory } from "../history/history.ts";
import { markedName, TIMEFRAME_CHOICES, timeframeOf, withMarket } from "../model/candidate.ts";
import { fixed } from "../model/format.ts";
import type { FinderEntry } from "../model/search_words.ts";
import { TERMS } from "./terms.ts";
import { TAB_IDS, tabTitle, VIEW_TITLES } from "../model/places.ts";
import { categoryName, strategiesFor } from "../model/catalogue.ts";
import { placeText, rulesText } from "./candidate_text.ts";

/** A field that finds strategies, markets, tabs, terms and own work, and goes there. */
export function Palette(): VNode {
  return (
    <Finder
      title="Go to"
      label="Strategy, market, tab, term or own work"
      entries={useMemo(paletteEntries, [])}
      close={() => isPaletteOpen.value = false}
    />
  );
}

/** Returns everything that the page can go to from its current candidate. */
function paletteEntries(): readonly FinderEntry[] {
  const { components: _, ...place } = candidate.value;
  const known = arena.value.answer;
  const offered = known ? strategiesFor(known, place.marketId, timeframeOf(candidate.value)) : [];
  const entry = (kind: string, title: string, hint: string, run: () => void): FinderEntry => (
    { kind, title, hint, run }
  );
  return [
    ...Object.entries(VIEW_TITLES).map(([id, title]) =>
      entry("Go to", title, "view", () => navigate(id))
    ),
    ...TAB_IDS.map((id) =>
      entry("Go to", tabTitle(id, hasNewData.value), "tab", () => navigate(`workbench/${id}`))
    ),
    ...runHistory.value.rows.map(({ candidate: of, score, note, name }) => {
      const hint = `${rulesText(of)}, ${placeText(of)}, score ${fixed(score, 1)} ${note}`;
      return entry("My work", name || rulesText(of), hint, () => navigate("workbench", of));
    }),
    ...markets.value.flatMap((market) =>
      TIMEFRAME_CHOICES.filter(({ value }) => market.timeframes[value]).map(({ value, label }) =>
        entry("Market", `${markedName(market)}, ${label.toLowerCase()}`, "", () =>
          commit({
            ...withMarket(candidate.value, market.id, markets.value),
            timeframe: value,
          }))
      )
    ),
    ...offered.map(({ strategyId, name, category, missing }) => {
      const hint = categoryName(category) + (missing ? `, needs the feature ${missing}` : "");
      const chosen = { ...place, components: [{ strategyId }] };
      return entry("Strategy", name, hint, () => navigate("workbench", chosen));
    }),
    ...TERMS.map(({ name, meaning }) => entry("Term", name, meaning, () => shownTerm.value = name)),
  ];
}
