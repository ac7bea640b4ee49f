// This module is browser compatible.

import type { VNode } from "preact";
import { perYear, probability } from "../../../wording/numbers.ts";
import { PathLink } from "../../components/path_link.tsx";
import type { Evaluation } from "../../engine/messages.ts";
import { fixed, money, signed } from "../../model/format.ts";
import { categoryName } from "../workbench/strategies.ts";
import { type Drawing, gainsOf, overBetter } from "./drawing.ts";
import { Interval } from "./interval.tsx";
import type { BoardRow } from "./rows.ts";
import { Spark } from "./spark.tsx";

interface StrategyRowProps {
  readonly row: Extract<BoardRow, { kind: "strategy" }>;
  readonly drawing: Drawing;
}

/** A ranked candidate, which links to the workbench. */
export function StrategyRow({ row, drawing }: StrategyRowProps): VNode {
  const { rank, entry, outcome: { point, reason, curve, evaluation } } = row;
  const { scale, curves, reach } = drawing;
  const excess = curve === null || curves === null ? null : overBetter(curve, curves);
  const isKnown = point !== null;
  return (
    <tr role="row" class={entry.mark === null ? "" : "local"}>
      <td role="cell" class="rank">{isKnown ? rank : ""}</td>
      <th role="rowheader" scope="row" class="name">
        <PathLink to="workbench" of={entry.candidate}>{entry.name}</PathLink>
        <small>
          {entry.mark === null ? categoryName(entry.category) : <b class="mark">{entry.mark}</b>}
        </small>
      </th>
      {isKnown
        ? (
          <>
            <td role="cell" class="points">{fixed(point.score, 1)}</td>
            <td role="cell" class="interval">
              <Interval
                scale={scale}
                score={point.score}
                span={evaluation?.luck.scoreInterval ?? null}
              />
            </td>
            <td role="cell" class={`excess ${toneOf(excess)}`}>
              {excess === null ? "" : `${signed(100 * excess)} %`}
            </td>
            <td role="cell" class="fills">{money(point.fills)}</td>
            <td role="cell" class="judged">
              {evaluation === null
                ? <span class="coming">judging</span>
                : <VerdictCell evaluation={evaluation} />}
            </td>
            <td role="cell" class="spark">
              {curve !== null && curves !== null && (
                <Spark
                  gains={gainsOf(curve, curves)}
                  curves={curves}
                  reach={reach}
                  kind="strategy"
                />
              )}
            </td>
          </>
        )
        : (
          <td role="cell" class="refused">
            {entry.missing === null
              ? `cannot run here: ${reason}`
              : `needs ${entry.missing}, which this market does not have`}
          </td>
        )}
    </tr>
  );
}

function VerdictCell({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { verdict, eligibility: { eligible } } = evaluation;
  return (
    <>
      <span class={eligible ? "good" : "not"}>{eligible ? "eligible" : "not eligible"}</span>
      <small>{perYear(verdict.edge)}, {probability(verdict.pAdjusted)}</small>
    </>
  );
}

function toneOf(excess: number | null): string {
  if (excess === null || Math.abs(excess) < 5e-5) return "";
  return excess > 0 ? "good" : "bad";
}
