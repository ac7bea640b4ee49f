import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { PathLink } from "../../components/path_link.tsx";
import { thinned } from "../../engine/answers.ts";
import { WORDS } from "../../model/words.ts";
import { market } from "../../state/state.ts";
import { type Drawing, edgeScale, type Lines, sparkScale } from "./drawing.ts";
import { Axis, Head } from "../../charts/interval.tsx";
import { type BoardRow, grouped, type GroupId, GROUPS } from "./board_rows.ts";
import { StrategyRow } from "./strategy_row.tsx";

interface RankingProps {
  readonly rows: readonly BoardRow[];
  /** All rows, including filtered ones, which determine the scales. */
  readonly all: readonly BoardRow[];
  /** Whether the market has fresh paths for the verdict. */
  readonly isGenerated: boolean;
  /** Whether a search asks for some rows, so that no group is folded. */
  readonly isFiltered: boolean;
}

/** Rows of a folded group. */
const FOLDED = 5;

const TITLES: Readonly<Record<GroupId, string>> = {
  yours: "Yours",
  passed: "Passed on new data",
  pending: "Being judged, by the score of this path",
  failed: "Not passed",
  hold: "Here the same as Hold",
  idle: "Never trade here",
  refused: "Cannot run here",
};
/** Titles on a market with one history. */
const REAL_TITLES: typeof TITLES = {
  ...TITLES,
  pending: "Being compared, by score",
  failed: "No verdict: this market has one history",
};
const LINES: readonly GroupId[] = ["hold", "idle", "refused"];

/** The strategies in groups, by what holds on new data. */
export function Ranking({ rows, all, isGenerated, isFiltered }: RankingProps): VNode {
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
    scale: edgeScale(all),
    reach: sparkScale(all, curves),
  }), [all, curves]);
  const { scale } = drawing;
  const groups = grouped(rows);
  if (rows.length === 0) return <p class="aside">No strategy has all these words.</p>;
  const line = scale?.rivals.line === "idle" ? "idle" : "Hold";
  const shown = GROUPS.filter((id) =>
    groups[id].length > 0 || (id === "passed" && isGenerated && !isFiltered)
  );
  const titles = isGenerated ? TITLES : REAL_TITLES;
  return (
    <table class="ranking" role="table" aria-label="Strategies by what holds on new data">
      <thead role="rowgroup" class="unseen-medium">
        <tr role="row">
          <Head class="rank" title="#" />
          <Head class="name" title="Strategy" note="with its defaults" />
          <Head
            class="edge"
            title={`Edge over ${line}`}
            note={isGenerated ? "on new data" : "this path only"}
            meaning={isGenerated ? WORDS.edge : WORDS.edgeOfHistory}
          />
          <Head
            class="interval"
            title={isGenerated ? "9 times in 10 between, %/y" : "%/y"}
            note={scale === null ? "" : (
              <>
                <Legend />
                <Axis scale={scale} />
              </>
            )}
          />
          <Head class="luck" title="By luck" note="chance" meaning={WORDS.luck} />
          <Head class="fills" title="Trades" note="this path" />
          <Head class="excess" title="More than Hold" note="money, this path only" />
          <Head class="points" title="Score" note="this path only" meaning={WORDS.score} />
          <Head class="spark" title="Gain over idle" note="this path, one scale" />
        </tr>
      </thead>
      {shown.map((id) =>
        LINES.includes(id) ? <OneLine key={id} title={titles[id]} rows={groups[id]} /> : (
          <Group
            key={id}
            id={id}
            title={titles[id]}
            rows={groups[id]}
            drawing={drawing}
            isWhole={isFiltered}
            isJudging={groups.pending.length > 0}
          />
        )
      )}
    </table>
  );
}

interface GroupProps {
  readonly id: GroupId;
  readonly title: string;
  readonly rows: readonly BoardRow[];
  readonly drawing: Drawing;
  readonly isWhole: boolean;
  readonly isJudging: boolean;
}

function Group({ id, title, rows, drawing, isWhole, isJudging }: GroupProps): VNode {
  const [isOpen, setOpen] = useState(id === "passed");
  const shown = isWhole || isOpen ? rows : rows.slice(0, FOLDED);
  return (
    <tbody role="rowgroup" class={id}>
      <GroupHead title={title} count={rows.length}>
        {rows.length > FOLDED && !isWhole && (
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? `Show ${FOLDED}` : `Show all ${rows.length}`}
          </button>
        )}
        {rows.length === 0 && (isJudging ? "none so far" : "none: no strategy here can be trusted")}
      </GroupHead>
      {shown.map((row, at) => (
        <StrategyRow
          key={`${row.entry.mark ?? ""} ${JSON.stringify(row.entry.candidate)}`}
          row={row}
          rank={id === "passed" ? at + 1 : null}
          drawing={drawing}
        />
      ))}
    </tbody>
  );
}

/** A group whose rows differ in nothing but their names. */
function OneLine({ title, rows }: {
  readonly title: string;
  readonly rows: readonly BoardRow[];
}): VNode {
  return (
    <tbody role="rowgroup">
      <GroupHead title={title} count={rows.length}>
        {rows.map(({ entry: { name, candidate, missing } }, at) => (
          <span key={name}>
            {at > 0 && ", "}
            <PathLink to="workbench" of={candidate}>{name}</PathLink>
            {missing !== null && ` (needs the feature ${missing})`}
          </span>
        ))}
      </GroupHead>
    </tbody>
  );
}

interface GroupHeadProps {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function GroupHead({ title, count, children }: GroupHeadProps): VNode {
  return (
    <tr role="row" class="group-head">
      <th role="rowheader" scope="rowgroup" colSpan={9}>
        <b>{title}</b> <span>{count}</span> <small>{children}</small>
      </th>
    </tr>
  );
}

function Legend(): VNode {
  return (
    <>
      <i class="key hold" />Hold <i class="key idle" />idle
    </>
  );
}
