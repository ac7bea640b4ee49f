import type { ComponentChildren, VNode } from "preact";
import { counted, fixed, NONE, signed } from "../../../wording/numbers.ts";
import {
  entryName,
  lineName,
  type Outcome,
  outcomeSentence,
  outcomeTitle,
} from "../../../wording/season.ts";
import { Failed, Notice } from "../../components/notice.tsx";
import {
  type BoardFile,
  type Names,
  readBoard,
  readNames,
  type SeasonFile,
} from "./season_files.ts";
import { boardText } from "./place.ts";
import { SeasonTable } from "./season_table.tsx";
import type { BoardHead } from "../../../contracts/season.ts";
import { useResource } from "../../hooks.ts";
import { Figure } from "../../components/figure.tsx";

interface ScoredBoardProps {
  readonly season: SeasonFile;
  readonly board: string;
  /** Shown under the table. */
  readonly children: ComponentChildren;
}

/** Leaders that the first paragraph names. */
const NAMED_MAX = 5;

/** A scored board: who leads, in one sentence, and all rows. */
export function ScoredBoard({ season, board, children }: ScoredBoardProps): VNode {
  const resource = useResource(`${season.seasonId}/${board}`, read);
  const { answer, failure } = resource;
  if (failure !== null) return <Failed of={resource} />;
  if (answer === null) return <p class="waiting">Loading the board</p>;
  const [file, names] = answer;
  if (file === null) return <Notice title={`There is no result of ${boardText(board)} here.`} />;
  return (
    <>
      <Lead file={file} names={names} />
      <SeasonTable file={file} names={names} seasonId={season.seasonId} />
      {children}
    </>
  );
}

async function read(of: string): Promise<readonly [BoardFile | null, Names]> {
  const [seasonId = "", board = ""] = of.split("/");
  return await Promise.all([readBoard(seasonId, board), readNames(seasonId)]);
}

function Lead({ file: { head, rows }, names }: {
  readonly file: BoardFile;
  readonly names: Names;
}): VNode {
  const outcome: Outcome = {
    entries: head.entries,
    paths: head.paths,
    leaders: head.leaders,
    alike: head.leadersAlike,
  };
  const leaders = rows.filter(({ leader, like, sameAs }) =>
    leader && like === null && sameAs === null
  );
  return (
    <section class="lead" aria-label="Result">
      <div>
        <h1>{outcomeTitle(outcome)}</h1>
        <p class="outcome">{outcomeSentence(outcome, boardText(head.board))}</p>
        {leaders.length > 0 && (
          <p>
            {leaders.length > 1 ? "In front, in no sure order: " : "In front: "}
            {leaders.slice(0, NAMED_MAX).map(({ number }, at) => (
              <span key={number}>
                {at > 0 && ", "}
                <bdi>{entryName(names[String(number)], number ?? 0)}</bdi>
              </span>
            ))}
            {leaders.length > NAMED_MAX && ` and ${fixed(leaders.length - NAMED_MAX, 0)} more`}.
          </p>
        )}
      </div>
      <dl class="board-figures">
        <Figure
          look="best"
          name="surely better than both"
          value={fixed(head.leaders, 0)}
          note={`of ${counted(head.entries, "entry", "entries")}`}
        />
        <Figure
          name="best entry"
          value={head.bestEdge === null ? NONE : signed(100 * head.bestEdge)}
          note={`% a year over ${lineName(head.line)}`}
        />
        <Figure
          look="hold"
          name="Hold"
          value={fixed(100 * head.holdUtility)}
          note="% a year: buy PT at once, keep it"
        />
        <Figure
          look="idle"
          name="idle"
          value={fixed(100 * head.idleUtility)}
          note="% a year: leave everything in SY"
        />
      </dl>
      <HowItWorks head={head} />
    </section>
  );
}

/** Explains a scored board in a folded paragraph. */
function HowItWorks({ head: { paths, bar, kept } }: { readonly head: BoardHead }): VNode {
  return (
    <details class="how">
      <summary>What “surely better” and “place 3–40” mean</summary>
      <p>
        Entries closed before the market existed. A secret whose fingerprint was published before
        the opening, together with the list of entries, decided {fixed(paths, 0)}{" "}
        half-years that nobody had seen. Every entry ran on all of them; so did simply holding PT,
        and doing nothing.
      </p>
      <p>
        One entry is <b>surely better</b> than another when its average lead over the{" "}
        {fixed(paths, 0)} is more than 0.1 % a year and far more than luck gives{bar !== null &&
          `: more than ${fixed(bar, 1)} times the lead's own uncertainty, because the luckiest of ${
            fixed(kept, 0)
          } looks good`}. Place <b>3–40</b>{" "}
        means: two are surely better, and those from place 41 on are surely worse; between them
        nobody can say. <b>Leaders</b>{" "}
        are surely better than holding and than doing nothing, and no other leader is surely better
        than they are. Often there is none: then nobody surely beat both.
      </p>
      <p>All of this is true in the arena's world, which is made; real markets may differ.</p>
    </details>
  );
}
