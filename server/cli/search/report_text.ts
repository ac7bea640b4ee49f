import { labelOf, nameOf } from "../../search/axis_scale.ts";
import { aimOf, type SearchReport } from "../../search/report.ts";

/** Returns a report for a terminal. */
export function reportText(report: SearchReport, out: string): string {
  const { plan, verdict, best, luck, overfitting, neighbours, folds, outOfSample } = report;
  const lines = ["", verdict.sentence, ...verdict.reasons.map((reason) => `  - ${reason}`), ""];
  if (best !== null) {
    const where = plan.axes.map((axis, at) =>
      `${nameOf(axis)} ${labelOf(axis, best.coordinates[at] ?? NaN)}`
    ).join(", ");
    lines.push(`Best ${plan.aim} ${figureText(aimOf(best, plan))}: ${where}`);
  }
  if (luck !== null) {
    lines.push(
      `Tried ${luck.isExact ? "" : "about "}${luck.tried.toLocaleString("en-US")} distinct ` +
        `candidates; passive line (${luck.passiveLine}) scores ${figureText(luck.passiveScore)}`,
      `Deflated Sharpe probability: ${percentText(luck.deflatedSharpe)} over SY, ` +
        `${percentText(luck.deflatedOverPassive)} over the passive line`,
    );
  }
  if (overfitting !== null) {
    lines.push(
      `Probability of overfitting ${
        percentText(overfitting.probability)
      } (${overfitting.candidates} ` +
        `candidates, ${overfitting.splits.toLocaleString("en-US")} splits), loss in ` +
        `${percentText(overfitting.lossShare)}`,
    );
  }
  if (neighbours !== null) {
    lines.push(
      `Neighbours above the passive line: ${
        percentText(neighbours.shareAbove)
      } of ${neighbours.count}`,
    );
  }
  for (const { name, line, excess, efficiency } of folds) {
    lines.push(
      `${name}: a year over ${line} ${percentText(excess.searched)} searched, ${
        percentText(excess.tested)
      } ` +
        `tested, efficiency ${percentText(efficiency)}`,
    );
  }
  if (outOfSample !== null) {
    lines.push(
      `All ${outOfSample.days} tested days: efficiency ${percentText(outOfSample.efficiency)}, ` +
        `probability of an excess over the passive line ${percentText(outOfSample.probability)}`,
    );
  }
  if (best?.evaluation) {
    const { eligible, failed, figures: { edge, pAdjusted, capitalScore } } = best.evaluation;
    lines.push(
      `Its evaluation: edge ${percentText(edge)} a year, p ${
        figureText(pAdjusted)
      }, CapitalScore ` +
        `${figureText(capitalScore)}, ${
          eligible ? "eligible" : `not eligible (${failed.join(", ")})`
        }`,
    );
  }
  return [...lines, "", `Look at ${out}/report.html`].join("\n");
}

/** Formats a figure with five digits; null is a dash. */
function figureText(figure: number | null): string {
  return figure === null ? "-" : String(Number(figure.toPrecision(5)));
}

function percentText(share: number | null): string {
  return share === null ? "-" : `${(100 * share).toFixed(1)} %`;
}
