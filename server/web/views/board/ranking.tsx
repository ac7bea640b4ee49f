// This module is browser compatible.

import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { fixed, money, signed } from "../../model/format.ts";
import { thinned } from "../../model/thinned.ts";
import { market } from "../../state.ts";
import {
  type Drawing,
  gainsOf,
  type Lines,
  overBetter,
  scaleOfScores,
  sparkScale,
} from "./drawing.ts";
import { Interval } from "./interval.tsx";
import type { BoardRow } from "./rows.ts";
import { Spark } from "./spark.tsx";
import { StrategyRow } from "./strategy_row.tsx";

/** Explain the verdict of a row; the workbench shows how it is reached. */
const ON_FRESH =
  "Every strategy runs with its defaults and a capital of 100,000. On one path the best of many looks " +
  "better than it is, so each is also judged on 64 fresh half-years. It is eligible if it beats the " +
  "better line there more often than luck would (p) and passes all other gates.";
const AGAINST_CHANCE =
  "Every strategy runs with its defaults and a capital of 100,000. On one path the best of many looks " +
  "better than it is, and this market has only one path: each is judged against rotations of its own " +
  "targets (p), which is weak evidence.";

interface RankingProps {
  readonly rows: readonly BoardRow[];
  /** All rows, including filtered ones, which determine the scales. */
  readonly all: readonly BoardRow[];
  readonly lines: { readonly hold: number; readonly idle: number };
  /** Whether the market has fresh paths for the verdict. */
  readonly isGenerated: boolean;
}

/** The strategies by score, with Hold and idle as separators in the list. */
export function Ranking({ rows, all, lines, isGenerated }: RankingProps): VNode {
  const dataset = market.value.answer;
  const curves = useMemo((): Lines | null => {
    if (dataset === null) return null;
    const { tradeStartIndex } = dataset.header;
    return {
      hold: thinned(dataset.hold, tradeStartIndex),
      idle: thinned(dataset.idle, tradeStartIndex),
    };
  }, [dataset]);
  const drawing = useMemo((): Drawing => ({
    curves,
    scale: scaleOfScores(all, lines),
    reach: sparkScale(all, curves),
  }), [all, curves]);
  if (!rows.some(({ kind }) => kind === "strategy")) {
    return <p class="aside">No strategy has all these words.</p>;
  }
  return (
    <>
      <p class="board-note hint">{isGenerated ? ON_FRESH : AGAINST_CHANCE}</p>
      <table class="ranking" role="table" aria-label="Strategies by score">
        <thead role="rowgroup">
          <tr role="row">
            <Head class="rank" title="#" />
            <Head class="name" title="Strategy" note="with its defaults" />
            <Head class="points" title="Score" note="Hold is 100" />
            <Head class="interval" title="90 % interval" note={<Legend />} />
            <Head class="excess" title="Excess" note="over the better line" />
            <Head class="fills" title="Fills" note="trades" />
            <Head
              class="judged"
              title={isGenerated ? "On fresh half-years" : "Against chance"}
              note="edge a year; p: by luck"
            />
            <Head class="spark" title="Gain over idle" note="this path, one scale" />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) =>
            row.kind === "strategy"
              ? <StrategyRow key={keyOfRow(row)} row={row} drawing={drawing} />
              : <Rule key={row.kind} row={row} drawing={drawing} />
          )}
        </tbody>
      </table>
    </>
  );
}

function keyOfRow({ entry }: Extract<BoardRow, { kind: "strategy" }>): string {
  return `${entry.mark ?? ""} ${JSON.stringify(entry.candidate)}`;
}

interface HeadProps {
  readonly class: string;
  readonly title: string;
  readonly note?: ComponentChildren;
}

function Head({ class: look, title, note }: HeadProps): VNode {
  return (
    <th scope="col" role="columnheader" class={look}>
      {title}
      {note && <small>{note}</small>}
    </th>
  );
}

function Legend(): VNode {
  return (
    <>
      <i class="key hold" />Hold <i class="key idle" />idle
    </>
  );
}

interface RuleProps {
  readonly row: Extract<BoardRow, { kind: "hold" | "idle" }>;
  readonly drawing: Drawing;
}

const RULES = {
  hold: { name: "Hold", meaning: "buy PT at once and keep it", fills: 1 },
  idle: { name: "idle", meaning: "leave everything in SY", fills: 0 },
} as const;

/** A passive line to beat, drawn across the list. */
function Rule({ row: { kind, score }, drawing: { scale, curves, reach } }: RuleProps): VNode {
  const { name, meaning, fills } = RULES[kind];
  const excess = curves === null ? null : overBetter(curves[kind], curves);
  return (
    <tr role="row" class={`rule ${kind}`}>
      <td role="cell" class="rank" />
      <th role="rowheader" scope="row" class="name">
        <b>{name}</b> <small>{meaning}</small>
      </th>
      <td role="cell" class="points">{fixed(score, 1)}</td>
      <td role="cell" class="interval">
        <Interval scale={scale} />
      </td>
      <td role="cell" class="excess">{excess === null ? "" : `${signed(100 * excess)} %`}</td>
      <td role="cell" class="fills">{money(fills)}</td>
      <td role="cell" class="judged" />
      <td role="cell" class="spark">
        {curves !== null && (
          <Spark gains={gainsOf(curves[kind], curves)} curves={curves} reach={reach} kind={kind} />
        )}
      </td>
    </tr>
  );
}
