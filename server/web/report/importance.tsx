import type { VNode } from "preact";
import { rankingFigure } from "../../contracts/figures.ts";
import type { SearchReport } from "../../search/report.ts";
import { importanceSentence } from "../../wording/search.ts";
import { percent } from "../model/format.ts";
import { axisName } from "../../search/axis_name.ts";
import { FIGURE_NAMES } from "../sweep/texts.ts";

/** Length of a bar, in units of about a pixel, and its height. */
const WIDTH = 200;
const HEIGHT = 12;

/** How much each axis matters: a bar per axis, with a mark at the share that chance gives. */
export function ImportanceBars({ report }: { readonly report: SearchReport }): VNode | null {
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
