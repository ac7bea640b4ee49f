import type { VNode } from "preact";
import type { PracticeRow } from "../../../contracts/leaderboard.ts";
import { counted, fixed } from "../../../wording/numbers.ts";
import { Failed, Notice } from "../../components/notice.tsx";
import { readPractice } from "./practice.ts";
import { boardText, practiceBoard } from "./place.ts";
import { PracticeTable } from "./practice_table.tsx";
import { PublishForm } from "./publish_form.tsx";
import { VerifyBox } from "./verify_box.tsx";
import { useResource } from "../../hooks.ts";
import { Figure } from "../../components/figure.tsx";

/** The practice board of the market that the page shows: evaluations on public data. */
export function PracticeView(): VNode {
  const board = practiceBoard();
  if (board === null) return <p class="waiting">Loading the engine and the data</p>;
  if (board !== "") return <Practice key={board} board={board} />;
  return (
    <Notice title="This market has no practice board: choose one of the simulated official markets." />
  );
}

function Practice({ board }: { readonly board: string }): VNode {
  const resource = useResource(board, readPractice);
  const { answer, failure, retry } = resource;
  if (failure !== null) return <Failed of={resource} />;
  if (answer === null) return <p class="waiting">Loading the board</p>;
  const { rows = [], total = 0, repeats = null } = answer;
  return (
    <div class="season">
      <section class="lead" aria-label="What this board is">
        <div>
          <h1>Practice: public data</h1>
          <p class="outcome">
            {total === 0
              ? `Nobody has published on ${boardText(board)} yet.`
              : `${counted(total, "evaluation")} on ${
                boardText(board)
              }. Everybody knows this market, so the order shows who tuned to it, not who is good.`}
          </p>
        </div>
        {repeats !== null && (
          <dl class="board-figures">
            <Figure
              name="this order, by edge"
              value={fixed(repeats.edge)}
              note="repeats on new half-years"
            />
            <Figure name="by score" value={fixed(repeats.score)} note="repeats on new half-years" />
          </dl>
        )}
        {repeats !== null && (
          <p class="hint">
            1 would be the same order again, 0 one by chance. Tries outside of a key are not
            counted. Only a season, on half-years that nobody has seen, says who is better.
          </p>
        )}
      </section>
      {rows.length > 0 && <PracticeTable rows={byEdge(rows)} />}
      {total > rows.length && (
        <p class="aside">{`The first ${rows.length} of ${total} by score.`}</p>
      )}
      <PublishForm board={board} onChange={retry} />
      <VerifyBox />
    </div>
  );
}

/** Returns rows by their edge, those with a rank ranked by it. */
function byEdge(rows: readonly PracticeRow[]): readonly PracticeRow[] {
  let rank = 0;
  return rows.toSorted((one, other) => other.edge - one.edge)
    .map((row) => row.rank === null ? row : { ...row, rank: ++rank });
}
