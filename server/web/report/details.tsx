import type { VNode } from "preact";
import type { DatasetReport, SearchReport } from "../../search/report/report.ts";
import { Distribution } from "./distribution.tsx";
import { Folds } from "./folds.tsx";
import { TopTable } from "./top_table.tsx";
import { rankingFigure } from "../../contracts/figures.ts";
import { importanceSentence } from "../../wording/search.ts";
import { percent } from "../model/format.ts";
import { axisName } from "../../search/plan/axis_name.ts";
import { FIGURE_NAMES } from "./texts.ts";

interface ReportDetailsProps {
  readonly report: SearchReport;
  /** Units of the axes, where they are known. */
  readonly units: readonly (string | null)[];
  /** Loads a candidate into the workbench; a report on its own has none. */
  load?(coordinates: readonly number[]): void;
}

/** The parts of a report below its maps. */
export function ReportDetails({ report, units, load }: ReportDetailsProps): VNode {
  return (
    <div class="report-details">
      <Folds report={report} />
      <TopTable report={report} units={units} {...load && { load }} />
      <div class="beside">
        <ImportanceBars report={report} />
        <Distribution report={report} />
      </div>
    </div>
  );
}

/** Length of a bar, in units of about a pixel, and its height. */
const WIDTH = 200;
const HEIGHT = 12;

/** How much each axis matters: a bar per axis, with a mark at the share that chance gives. */
function ImportanceBars({ report }: { readonly report: SearchReport }): VNode | null {
  const { importance, plan } = report;
  if (importance === null || importance.axes.length === 0) return null;
  const figure = FIGURE_NAMES[rankingFigure(plan)][0].toLowerCase();
  const isMarked = importance.axes.some(({ byChance }) => byChance > 0);
  return (
    <section>
      <h2>What matters</h2>
      <table class="importance">
        <tbody>
          {importance.axes.map(({ axis, share, byChance }) => (
            <tr key={axis}>
              <th scope="row">{axisName(plan, plan.axes[axis] ?? { path: "", values: [] })}</th>
              <td>
                <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} aria-hidden="true">
                  <rect class="track" width={WIDTH} height={HEIGHT} />
                  <rect class="share" width={WIDTH * share} height={HEIGHT} />
                  {byChance > 0 && (
                    <rect class="chance" x={WIDTH * byChance - 1} width={2} height={HEIGHT} />
                  )}
                </svg>
              </td>
              <td class="number">{percent(share, 0)}</td>
              {isMarked && <td class="aside">{`${percent(byChance, 0)} by chance`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="aside">
        {importanceSentence(importance, figure)}
        {isMarked && " The mark is the share that an axis without effect has on average."}
      </p>
    </section>
  );
}

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
