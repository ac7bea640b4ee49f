import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { originOf } from "../../../../contracts/market_ids.ts";
import { download, downloadJson } from "../../../components/download.ts";
import { withMarket } from "../../../model/candidate.ts";
import { counted, date } from "../../../model/format.ts";
import { localDatasets } from "../../../state/local_markets.ts";
import { exportManifest, readOriginal, remove } from "./import.ts";
import type { ListedDataset } from "../../../local_datasets/reader_messages.ts";
import { candidate, commit, findMarket, forgetDatasets, markets } from "../../../state/state.ts";

/** The markets of the local datasets. */
export function LocalList(): VNode {
  const [fault, setFault] = useState<string | null>(null);
  const byMarket = Map.groupBy(localDatasets.value, ({ entry }) => entry.marketId);
  const drop = async (marketId: number): Promise<void> => {
    const problem = await remove(marketId);
    setFault(problem);
    if (problem !== null) return;
    const [other] = markets.value;
    if (candidate.value.marketId === marketId && other !== undefined) {
      commit(withMarket(candidate.value, other.id, markets.value));
    }
    forgetDatasets();
  };
  return (
    <>
      {fault !== null && <p role="alert" class="field-error">{fault}</p>}
      <ul class="local-list">
        {[...byMarket].map(([marketId, datasets]) => (
          <LocalMarket
            key={marketId}
            datasets={datasets}
            remove={() => void drop(marketId)}
          />
        ))}
      </ul>
    </>
  );
}

interface LocalMarketProps {
  readonly datasets: readonly ListedDataset[];
  remove(): void;
}

function LocalMarket({ datasets, remove }: LocalMarketProps): VNode | null {
  const entry = datasets[0]?.entry;
  if (entry === undefined) return null;
  const { marketId, name } = entry;
  const isShown = candidate.value.marketId === marketId;
  const isKnown = findMarket(marketId) !== undefined;
  return (
    <li>
      <p class="row">
        <strong>{name}</strong> <span class="mark">mine</span> {isKnown && !isShown && (
          <button
            type="button"
            onClick={() => commit(withMarket(candidate.value, marketId, markets.value))}
          >
            Show<span class="unseen">{name}</span>
          </button>
        )}
        <button type="button" onClick={() => saveManifest(datasets)}>
          manifest.json<span class="unseen">of {name}</span>
        </button>
        {datasets.map((own) => (
          <button
            key={own.entry.file}
            type="button"
            onClick={() => void saveFile(own)}
          >
            {own.entry.file}
            <span class="unseen">of {name}</span>
          </button>
        ))}
        <button type="button" onClick={remove}>
          Remove<span class="unseen">{name}</span>
        </button>
      </p>
      <p class="hint">{datasets.map(spanText).join(" ")}</p>
      {datasets.map(({ entry, fault }) =>
        fault !== null && <p key={entry.file} class="field-error">{fault}</p>
      )}
    </li>
  );
}

/** Describes the span of a dataset in a sentence. */
function spanText(
  { entry: { timeframe, bars, firstTimestamp, lastTimestamp } }: ListedDataset,
): string {
  const [from, to] = [firstTimestamp, lastTimestamp].map((stamp) => date(Date.parse(stamp)));
  const title = timeframe === "hourly" ? "Hourly" : "Daily";
  return `${title}: ${counted(bars, "bar")}, ${from} to ${to}.`;
}

function saveManifest(datasets: readonly ListedDataset[]): void {
  const served = markets.value.filter(({ id }) => originOf(id) !== "mine");
  const manifest = exportManifest(datasets.map(({ entry }) => entry), served);
  downloadJson("manifest.json", manifest);
}

async function saveFile(own: ListedDataset): Promise<void> {
  download(own.entry.file, "text/csv", await readOriginal(own));
}
