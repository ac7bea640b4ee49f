import type { VNode } from "preact";
import { chance, perYear } from "../../../wording/numbers.ts";
import { PathLink } from "../../components/path_link.tsx";
import { fixed, money, signed } from "../../model/format.ts";
import { categoryName } from "../../model/catalogue.ts";
import { Interval } from "../../charts/interval.tsx";
import type { Scale } from "../../charts/number_line.ts";
import { type BoardRow, rowRemark } from "./board_rows.ts";

interface StrategyRowProps {
  readonly row: BoardRow;
  /** Place among those that passed; null for any other. */
  readonly rank: number | null;
  readonly scale: Scale | null;
}

/** A strategy, which links to the workbench. Figures of the one path come when it ran. */
export function StrategyRow({ row, rank, scale }: StrategyRowProps): VNode {
  const { entry, outcome: { point, evaluation }, standing } = row;
  const real = evaluation?.real ?? null;
  return (
    <tr role="row">
      <td role="cell" class="rank">{rank ?? ""}</td>
      <th role="rowheader" scope="row" class="name">
        <PathLink to="workbench" of={entry.candidate}>{entry.name}</PathLink>
        <small>
          {[categoryName(entry.category), ...rowRemark(row)].join(", ")}
        </small>
      </th>
      <td role="cell" class={`edge ${standing?.passed ? "good" : ""}`}>
        {standing !== null && perYear(standing.edge)}
      </td>
      <td role="cell" class="interval">
        {standing !== null && scale !== null && (
          <Interval scale={scale} edge={standing.edge} span={standing.interval} />
        )}
      </td>
      <td role="cell" class="luck" data-noun="by luck">
        {standing !== null && chance(standing.luck)}
      </td>
      <td role="cell" class="real" data-noun="%/y real">
        {real !== null && signed(100 * real.edge)}
      </td>
      <td role="cell" class="fills" data-noun={point?.fills === 1 ? "trade" : "trades"}>
        {point !== null && money(point.fills)}
      </td>
      <td role="cell" class="points" data-noun="score">
        {point !== null && fixed(point.score, 1)}
      </td>
    </tr>
  );
}
