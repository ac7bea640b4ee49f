import type { VNode } from "preact";
import { Notice } from "../../../components/notice.tsx";
import { arena, market, retry } from "../../../state.ts";
import { MarketFacts } from "./market_facts.tsx";
import { LocalDatasets } from "./local_datasets.tsx";

/** The dataset of the candidate, and the local datasets. */
export function MarketView(): VNode {
  return (
    <>
      <Shown />
      <LocalDatasets />
    </>
  );
}

function Shown(): VNode | null {
  const { answer: dataset, failure } = market.value;
  const known = arena.value.answer;
  if (failure?.kind === "rejected") return <Notice title={failure.detail} />;
  if (failure !== null && arena.value.failure === null) {
    return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
  }
  if (dataset === null || known === null) return <p class="waiting">Loading the dataset</p>;
  const facts = known.markets.find(({ id }) => id === dataset.header.marketId);
  return facts ? <MarketFacts market={facts} dataset={dataset} /> : null;
}
