// This module is browser compatible.

import type { VNode } from "preact";
import { DataTable } from "../../components/data_table.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { fixed, money } from "../../model/format.ts";
import { reasonOf } from "../../model/field_messages.ts";
import { Notice } from "../../components/notice.tsx";
import { arena, candidate } from "../../state.ts";
import { useRemote } from "../../remote.ts";
import { rankDefaults } from "./ranked.ts";

/** All strategies with their defaults on one market, the best first. */
export function BoardView(): VNode {
  const { marketId, timeframe } = candidate.value;
  const of = JSON.stringify({ marketId, timeframe, known: arena.value.answer !== null });
  const { answer, failure } = useRemote(
    of,
    () => rankDefaults(candidate.value, arena.value.answer),
  );
  return (
    <div class="board">
      <h1>Board</h1>
      {failure !== null && <Notice title={reasonOf(failure)} />}
      {answer === null ? <p class="aside">Running every strategy</p> : (
        <DataTable
          label="All strategies with their defaults"
          rows={answer}
          head={{
            title: "Strategy",
            cell: ({ name, candidate: of }) => <PathLink to="workbench" of={of}>{name}</PathLink>,
          }}
          columns={[
            { title: "Score", cell: ({ point }) => fixed(point.score, 1) },
            { title: "Fills", cell: ({ point }) => money(point.fills) },
          ]}
        />
      )}
    </div>
  );
}
