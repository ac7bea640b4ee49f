import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { chance, perYear } from "../../../wording/numbers.ts";
import { PathLink } from "../../components/path_link.tsx";
import { gainOver } from "../../model/exposure.ts";
import { fixed, money, signed } from "../../model/format.ts";
import { categoryName } from "../../model/catalogue.ts";
import type { Drawing, Lines } from "./drawing.ts";
import { Interval } from "../../charts/interval.tsx";
import type { BoardRow } from "./board_rows.ts";

interface StrategyRowProps {
  readonly row: BoardRow;
  /** Place among those that passed; null for any other. */
  readonly rank: number | null;
  readonly drawing: Drawing;
}

/** A candidate, which links to the workbench. */
export function StrategyRow({ row, rank, drawing }: StrategyRowProps): VNode {
  const { entry, outcome: { point, reason, curve, evaluation }, standing } = row;
  const { scale, curves, reach } = drawing;
  const more = curve === null || curves === null
    ? null
    : gainOver(curve, curves.hold).at(-1) ?? null;
  const same = evaluation?.verdict.sameAs ?? null;
  return (
    <tr role="row" class={entry.mark === null ? "" : "local"}>
      <td role="cell" class="rank">{rank ?? ""}</td>
      <th role="rowheader" scope="row" class="name">
        <PathLink to="workbench" of={entry.candidate}>{entry.name}</PathLink>
        <small>
          {entry.mark === null ? categoryName(entry.category) : <b class="mark">{entry.mark}</b>}
          {same !== null && (same === "hold" ? ", here the same as Hold" : ", never trades here")}
        </small>
      </th>
      {point === null ? <td role="cell" class="refused">cannot run here: {reason}</td> : (
        <>
          <td role="cell" class={`edge ${standing?.passed ? "good" : ""}`}>
            {standing === null ? <span class="coming">judging</span> : (
              <>
                {perYear(standing.edge)}
                {entry.mark !== null && <small>{standing.outcome}</small>}
              </>
            )}
          </td>
          <td role="cell" class="interval">
            {standing !== null && scale !== null && (
              <Interval scale={scale} edge={standing.edge} span={standing.interval} />
            )}
          </td>
          <td role="cell" class="luck">{standing === null ? "" : chance(standing.luck)}</td>
          <td role="cell" class="fills" data-noun={point.fills === 1 ? " trade" : " trades"}>
            {money(point.fills)}
          </td>
          <td role="cell" class="excess">{more === null ? "" : `${signed(100 * more)} %`}</td>
          <td role="cell" class="points">{fixed(point.score, 1)}</td>
          <td role="cell" class="spark">
            {curve !== null && curves !== null && (
              <Spark
                gains={gainOver(curve, curves.idle)}
                curves={curves}
                reach={reach}
                kind="strategy"
              />
            )}
          </td>
        </>
      )}
    </tr>
  );
}

interface SparkProps {
  /** Gain over idle, as a fraction of the capital. */
  readonly gains: Float64Array;
  readonly curves: Lines;
  readonly reach: readonly [number, number];
  readonly kind: "strategy" | "hold" | "idle";
}

const WIDTH = 100;
const HEIGHT = 30;

/** The gain of a run over idle, with that of Hold behind it. The horizontal line is idle. */
function Spark({ gains, curves, reach, kind }: SparkProps): VNode {
  const [low, high] = reach;
  const hold = useMemo(() => toPath(gainOver(curves.hold, curves.idle), reach), [
    curves,
    low,
    high,
  ]);
  const path = useMemo(() => toPath(gains, reach), [gains, low, high]);
  const zero = toY(0, reach);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line class="idle" x1="0" x2={WIDTH} y1={zero} y2={zero} />
      {kind === "strategy" && <path class="hold faint" d={hold} />}
      <path class={kind} d={path} />
    </svg>
  );
}

function toY(gain: number, [low, high]: readonly [number, number]): number {
  const share = (gain - low) / (high - low || 1);
  return Number((HEIGHT - 1 - (HEIGHT - 2) * Math.min(1, Math.max(0, share))).toFixed(2));
}

function toPath(gains: Float64Array, reach: readonly [number, number]): string {
  const step = WIDTH / (gains.length - 1);
  const points = Array.from(gains, (gain, at) => `${(at * step).toFixed(2)} ${toY(gain, reach)}`);
  return `M${points.join("L")}`;
}
