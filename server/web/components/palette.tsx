import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  arena,
  candidate,
  commit,
  hasNewData,
  isKeyListOpen,
  isPaletteOpen,
  markets,
  navigate,
  shownTerm,
} from "../state.ts";
import { Finder } from "./finder.tsx";
import type { Market } from "../../contracts/catalog.ts";
import { runHistory } from "../history/history.ts";
import {
  markedName,
  onEachMarket,
  TIMEFRAME_CHOICES,
  timeframeOf,
  withMarket,
} from "../model/candidate.ts";
import { counted, fixed } from "../model/format.ts";
import type { FinderEntry } from "../model/finder.ts";
import { TERMS } from "../model/terms.ts";
import { TAB_IDS, tabTitle, VIEW_TITLES } from "../model/places.ts";
import { isPinned, pin, unpin } from "../pins.ts";
import { categoryName, strategiesFor } from "../views/workbench/strategies.ts";
import { placeText, rulesText } from "./candidate_text.ts";

/** A field that finds strategies, markets, tabs, terms and own work, and goes there. */
export function Palette(): VNode {
  return (
    <Finder
      title="Go to"
      label="Strategy, market, tab, term or own work"
      entries={useMemo(paletteEntries, [])}
      kinds={PALETTE_KINDS}
      close={() => isPaletteOpen.value = false}
    />
  );
}

/** Kinds of entries, in the order in which they are listed. */
const PALETTE_KINDS = ["Go to", "My work", "Market", "Strategy", "Term"] as const;

type PaletteEntry = FinderEntry<typeof PALETTE_KINDS[number]>;

/** Returns everything that the page can go to from its current candidate. */
function paletteEntries(): readonly PaletteEntry[] {
  return [
    ...placeEntries(),
    ...workEntries(),
    ...markets.value.flatMap(marketEntries),
    ...strategyEntries(),
    ...TERMS.map(({ name, meaning }): PaletteEntry => (
      { kind: "Term", title: name, hint: meaning, run: () => shownTerm.value = name }
    )),
  ];
}

function placeEntries(): readonly PaletteEntry[] {
  const current = candidate.value;
  const isThere = isPinned(current);
  const entry = (title: string, hint: string, run: () => void): PaletteEntry => (
    { kind: "Go to", title, hint, run }
  );
  return [
    ...Object.entries(VIEW_TITLES).map(([id, title]) => entry(title, "view", () => navigate(id))),
    ...TAB_IDS.map((id) =>
      entry(
        tabTitle(id, hasNewData.value),
        "tab of the workbench",
        () => navigate(`workbench/${id}`),
      )
    ),
    entry(
      isThere ? "Unpin the candidate" : "Pin the candidate",
      "compare",
      () => isThere ? unpin(current) : pin(current),
    ),
    entry(
      "Compare the candidate on all markets",
      "compare",
      () => navigate("compare", current, onEachMarket(current, markets.value)),
    ),
    entry("Keys", "list", () => isKeyListOpen.value = true),
    entry("Terms", "list", () => shownTerm.value = ""),
  ];
}

function workEntries(): readonly PaletteEntry[] {
  return runHistory.value.rows.map(({ candidate: of, score, note, name }): PaletteEntry => ({
    kind: "My work",
    title: name || rulesText(of),
    hint: [
      ...name ? [rulesText(of)] : [],
      placeText(of),
      `score ${fixed(score, 1)}`,
      ...note === "" ? [] : [note],
    ].join(", "),
    run: () => navigate("workbench", of),
  }));
}

function marketEntries(market: Market): readonly PaletteEntry[] {
  const current = candidate.value;
  return TIMEFRAME_CHOICES.flatMap(({ value: timeframe, label }) => {
    const facts = market.timeframes[timeframe];
    if (facts === undefined) return [];
    return [{
      kind: "Market",
      title: `${markedName(market)}, ${label.toLowerCase()}`,
      hint: counted(facts.bars, "bar"),
      run: () => commit({ ...withMarket(current, market.id, markets.value), timeframe }),
    }];
  });
}

function strategyEntries(): readonly PaletteEntry[] {
  const known = arena.value.answer;
  const { components: _, ...current } = candidate.value;
  if (known === null) return [];
  return strategiesFor(known, current.marketId, timeframeOf(candidate.value)).map((
    { strategyId, name, category, missing },
  ): PaletteEntry => ({
    kind: "Strategy",
    title: name,
    hint: categoryName(category) + (missing === null ? "" : `, needs the feature ${missing}`),
    run: () => navigate("workbench", { ...current, components: [{ strategyId }] }),
  }));
}
