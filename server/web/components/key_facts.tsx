import type { VNode } from "preact";
import type { Key } from "../../contracts/key.ts";
import { callServer } from "../api.ts";
import { useAction } from "../hooks.ts";
import { fixed, time } from "../model/format.ts";
import { findMarket } from "../state/state.ts";
import { type Fact, Facts } from "./facts.tsx";
import { Notice } from "./notice.tsx";

/** Shows the key of this tab to its owner, who asks for it: a look costs the key five units. */
export function KeyFacts(): VNode {
  const { reason, result, start } = useAction(() => callServer<Key>("GET", "/key"));
  return (
    <details class="key-facts" onToggle={({ currentTarget }) => currentTarget.open && start()}>
      <summary>What this key may do</summary>
      {reason !== null && <Notice title={reason} retry={start} />}
      {result !== null && <Facts of={factsOf(result)} />}
    </details>
  );
}

type Dataset = Pick<Key["tries"][number], "datasetHash"> & Partial<Key["tries"][number]>;

function factsOf(key: Key): readonly Fact[] {
  const { limits, searches, tries, entries, publications } = key;
  const list = (texts: readonly string[]): string => texts.join("; ") || "none";
  const of = (left: number, all: number): string => `${fixed(left, 0)} of ${fixed(all, 0)}`;
  return [
    ["Key", `${key.name}, ${key.keyId}`],
    ["May", key.scopes.join(", ")],
    ["Expires", key.expiresAt === null ? "never" : time(Date.parse(key.expiresAt))],
    ["Units left", `${of(limits.unitsLeft, limits.unitsPerSecond)} in this second`],
    [
      "May begin now",
      `${of(limits.simulationsLeft, limits.simulationsInFlight)} simulations, ${
        of(limits.evaluationsLeft, limits.evaluationsInFlight)
      } evaluations, ${of(searches.searchesLeft, searches.searchesAtOnce)} searches`,
    ],
    ["Searches left", `${of(searches.unitsLeft, searches.unitsPerDay)} units today`],
    ["Tries", list(tries.map((one) => `${datasetText(one)}: ${fixed(one.evaluated, 0)}`))],
    ["Entries", list(entries.map((one) => `${one.seasonId}: ${of(one.entries, one.limit)}`))],
    [
      "Published",
      list(publications.map((one) => `${datasetText(one)}: ${of(one.rows, one.limit)}`)),
    ],
  ];
}

/** Names a dataset; by its fingerprint where its market is not known. */
function datasetText({ datasetHash, marketId, timeframe }: Dataset): string {
  const market = findMarket(marketId ?? 0);
  return market === undefined ? `${datasetHash.slice(0, 12)}…` : `${market.name}, ${timeframe}`;
}
