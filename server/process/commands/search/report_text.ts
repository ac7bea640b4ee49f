import { labelOf, nameOf } from "../../../search/axis_scale.ts";
import { aimOf, type SearchReport } from "../../../search/report.ts";

/** Returns a report as a person reads it on a terminal. */
export function reportText(report: SearchReport, out: string): string {
  const { plan, verdict, best, luck, overfitting, neighbours, folds, outOfSample } = report;
  const lines = ["", verdict.sentence, ...verdict.reasons.map((reason) => `  - ${reason}`), ""];
  if (best !== null) {
    const where = plan.axes.map((axis, at) =>
      `${nameOf(axis)} ${labelOf(axis, best.coordinates[at] ?? NaN)}`
    ).join(", ");
    lines.push(`Best ${plan.aim} ${number(aimOf(best, plan))}: ${where}`);
  }
  if (luck !== null) {
    lines.push(
      `Tried ${luck.isExact ? "" : "about "}${luck.tried.toLocaleString("en-US")} distinct ` +
        `candidates; passive line (${luck.passiveLine}) scores ${number(luck.passiveScore)}`,
      `Deflated Sharpe probability: ${share(luck.deflatedSharpe)} over SY, ` +
        `${share(luck.deflatedOverPassive)} over the passive line`,
    );
  }
  if (overfitting !== null) {
    lines.push(
      `Probability of overfitting ${share(overfitting.probability)} (${overfitting.candidates} ` +
        `candidates, ${overfitting.splits.toLocaleString("en-US")} splits), loss in ` +
        `${share(overfitting.lossShare)}`,
    );
  }
  if (neighbours !== null) {
    lines.push(
      `Neighbours above the passive line: ${share(neighbours.shareAbove)} of ${neighbours.count}`,
    );
  }
  for (const { name, line, excess, efficiency } of folds) {
    lines.push(
      `${name}: a year over ${line} ${share(excess.searched)} searched, ${share(excess.tested)} ` +
        `tested, efficiency ${share(efficiency)}`,
    );
  }
  if (outOfSample !== null) {
    lines.push(
      `All ${outOfSample.days} tested days: efficiency ${share(outOfSample.efficiency)}, ` +
        `probability of an excess over the passive line ${share(outOfSample.probability)}`,
    );
  }
  return [...lines, "", `Look at ${out}/report.html`].join("\n");
}

function number(figure: number | null): string {
  return figure === null ? "-" : String(Number(figure.toPrecision(5)));
}

function share(figure: number | null): string {
  return figure === null ? "-" : `${(100 * figure).toFixed(1)} %`;
}
