import type { VNode } from "preact";
import { rankingFigure, signOf } from "../../contracts/figures.ts";
import type { SearchReport } from "../../search/report/report.ts";
import { money } from "../model/format.ts";
import { stoppedSentence } from "../../wording/search.ts";
import { FIGURE_NAMES, figureText, statusText } from "./texts.ts";

/** Size of the chart, in units of about a pixel. */
const WIDTH = 360;
const HEIGHT = 96;
const FOOT = 18;

/** Histogram of the figure by which candidates are chosen, and their number by status. */
export function Distribution({ report }: { readonly report: SearchReport }): VNode {
  const { candidates: { kept, run, statuses }, plan: { method } } = report;
  const patience = "patience" in method ? method.patience ?? 0 : 0;
  const outcomes = Object.entries(statuses).filter(([, count]) => count > 0)
    .map(([status, count]) => `${money(count)} ${statusText(status)}`);
  return (
    <section>
      <h2>All {money(kept)} within the bounds</h2>
      <Histogram report={report} />
      <p class="aside">{`${outcomes.join(", ")}; ${money(run)} runs over all windows.`}</p>
      {report.stopped.map((stopped) => (
        <p key={stopped.fold}>{stoppedSentence(stopped, patience)}</p>
      ))}
    </section>
  );
}

function Histogram({ report }: { readonly report: SearchReport }): VNode | null {
  const { histogram: { width, first, counts }, plan, luck } = report;
  if (counts.length === 0) return null;
  const figure = rankingFigure(plan);
  const write = (edge: number): string => figureText(figure, signOf(figure) * edge * width);
  const most = Math.max(...counts);
  const step = WIDTH / counts.length;
  const passive = figure === "score" && luck !== null
    ? (luck.passiveScore / width - first) * step
    : -1;
  const isMarked = passive >= 0 && passive <= WIDTH;
  const caption = `Candidates by ${FIGURE_NAMES[figure][0].toLowerCase()}${
    isMarked ? "; the line is the passive one" : ""
  }`;
  return (
    <figure class="histogram">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={caption}>
        {counts.map((count, bin) => {
          const height = HEIGHT * count / most;
          return (
            <rect
              key={bin}
              class="strategy"
              x={bin * step}
              y={HEIGHT - height}
              width={Math.max(0.5, step - 1)}
              height={height}
            >
              <title>
                {`${money(count)} from ${write(first + bin)} to ${write(first + bin + 1)}`}
              </title>
            </rect>
          );
        })}
        {isMarked && <rect class="passive" x={passive - 0.75} y={0} width={1.5} height={HEIGHT} />}
        <text x={0} y={HEIGHT + 14}>{write(first)}</text>
        <text x={WIDTH} y={HEIGHT + 14} text-anchor="end">{write(first + counts.length)}</text>
      </svg>
    </figure>
  );
}
