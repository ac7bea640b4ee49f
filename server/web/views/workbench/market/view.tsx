import type { VNode } from "preact";
import { Notice } from "../../../components/notice.tsx";
import { arena, findMarket, market, retry } from "../../../state/state.ts";
import { goToLocalDatasets, LocalDatasets } from "./import_panel.tsx";
import type { Market, MarketTimeframe } from "../../../../contracts/catalog.ts";
import { originOf } from "../../../../contracts/market_ids.ts";
import { unknownSentences } from "../../../../wording/provenance.ts";
import { Term } from "../../../components/meaning.tsx";
import type { MarketColumns } from "../../../engine/messages.ts";
import { compact, counted, date, fixed, money, percent } from "../../../model/format.ts";

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
    return <Notice title={failure.detail} retry={retry} />;
  }
  if (dataset === null || known === null) return <p class="waiting">Loading the dataset</p>;
  const facts = findMarket(dataset.header.marketId);
  return facts ? <MarketFacts market={facts} dataset={dataset} /> : null;
}

interface MarketFactsProps {
  readonly market: Market;
  readonly dataset: MarketColumns;
}

/** Describes the provenance of a dataset: a sentence and a space. */
function provenanceSentence(provenance: MarketTimeframe["provenance"]): string {
  if (provenance.kind === "synthetic") {
    return "Generated data that resemble a real market, not its quotes. ";
  }
  const { source, fetchedAt, importer, licence, filled, dropped } = provenance;
  const parts = [
    `Imported from ${source}${fetchedAt === undefined ? "" : `, ${fetchedAt.slice(0, 10)}`}`,
    `by ${importer}`,
    `${counted(filled, "bar")} filled, ${counted(dropped, "row")} dropped`,
    ...licence === undefined ? [] : [`licence: ${licence}`],
  ];
  return `${parts.join("; ")}. `;
}

/** The engine's summary of a dataset, and its provenance. */
function MarketFacts({ market, dataset }: MarketFactsProps): VNode | null {
  const { header, bars, columns } = dataset;
  const facts = market.timeframes[header.timeframe];
  if (facts === undefined) return null;
  const coin = facts.provenance.kind === "import" && facts.provenance.coin || "coin of its asset";
  const last = (name: string): number => columns[name]?.[bars - 1] ?? NaN;
  return (
    <section class="market-facts" aria-label="Facts of the market">
      <h1>
        {market.name.startsWith("PT ") ? market.name : `PT ${market.name}`}
        {originOf(market.id) === "mine" && [" ", <span key="mark" class="mark">mine</span>]}
      </h1>
      <p class="hint summary">
        {provenanceSentence(facts.provenance)}
        PT pays 1 {coin} on {date(Date.parse(market.expiry))}.
      </p>
      {unknownSentences(facts).map((text) => <Notice key={text} title={text} />)}
      <dl class="terms">
        <Term label="Implied yield" value={percent(last("impliedApy"))} note="at the last bar" />
        <Term label="Underlying yield" value={percent(last("underlyingApy"))} note="seven days" />
        <Term label="PT price" value={fixed(last("ptPrice"), 4)} note="at the last bar" />
        <Term label="Liquidity" value={compact(last("tvl"))} note="at the last bar" />
        <Term
          label="Bars"
          value={money(facts.bars)}
          note={`${counted(facts.warmupBars, "bar")} of warmup`}
        />
        <Term
          label="Hold earns"
          value={percent(facts.benchmarkUtility)}
          meaning="Buying PT at once and holding it, after penalties: a score of 100"
          note="a year, after penalties"
        />
        <Term
          label="Idle SY earns"
          value={percent(facts.idleUtility)}
          meaning="Leaving all capital in SY, after penalties: doing nothing"
          note="a year, after penalties"
        />
        <Term
          label="Largest entry"
          value={compact(facts.maxTradableCapital)}
          meaning="Largest capital at which one sleeve can enter fully at the first scored bar"
        />
      </dl>
      <p class="hint aside row">
        <span>
          {`Offers ${facts.features.join(", ")} · dataset `}
          <code title={facts.datasetHash}>{facts.datasetHash.slice(0, 16)}</code>
        </span>
        <button type="button" onClick={goToLocalDatasets}>Datasets of your own</button>
      </p>
    </section>
  );
}
