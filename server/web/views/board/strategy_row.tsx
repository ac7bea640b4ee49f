import type { VNode } from "preact";
import { chance, perYear } from "../../../wording/numbers.ts";
import { PathLink } from "../../components/path_link.tsx";
import { differenceOf } from "../../model/exposure.ts";
import { fixed, money, signed } from "../../model/format.ts";
import { categoryName } from "../workbench/strategies.ts";
import type { Drawing } from "./drawing.ts";
import { Interval } from "./interval.tsx";
import type { BoardRow } from "./rows.ts";
import { Spark } from "./spark.tsx";

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
    : differenceOf(curve, curves.hold).at(-1) ?? null;
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
                gains={differenceOf(curve, curves.idle)}
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
