import type { VNode } from "preact";
import type { DatasetReport, SearchReport } from "../../search/report.ts";

/** The data of a report, a line per market. */
export function DatasetLines({ report }: { readonly report: SearchReport }): VNode {
  return (
    <>
      {report.datasets.map((dataset) => (
        <p key={dataset.marketId} class="aside">{datasetText(dataset)}</p>
      ))}
    </>
  );
}

/** Describes the data of a market: "sUSDe (susde), market 1, daily, 2026-01-24 to 2026-06-24 · ...". */
function datasetText(
  { marketId, marketKey, marketName, timeframe, days, provenance, sha256 }: DatasetReport,
): string {
  return [
    `${marketName} (${marketKey}), market ${marketId}, ${timeframe}, ${days.join(" to ")}`,
    provenance.kind === "synthetic"
      ? `generated from seed ${provenance.seed} by generator ${provenance.generatorVersion}`
      : `imported from ${provenance.source} by ${provenance.importer}`,
    `sha256 ${sha256.slice(0, 12)}`,
  ].join(" · ");
}
