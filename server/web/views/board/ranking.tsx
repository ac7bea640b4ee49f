import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { PathLink } from "../../components/path_link.tsx";
import { WORDS } from "../../model/words.ts";
import { edgeScale } from "./drawing.ts";
import type { Scale } from "../../charts/number_line.ts";
import { AGREEMENT } from "../../../contracts/default_verdicts.ts";
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
  passed: "Passed on new data",
  pending: "Not judged",
  failed: "Not passed",
  hold: "Here the same as Hold",
  idle: "Never trade here",
  refused: "Cannot run here",
};
const NO_VERDICT = "No verdict: this market has one history";
const LINES: readonly GroupId[] = ["hold", "idle", "refused"];

const REAL_TEXT =
  `Real: the edge on ${AGREEMENT.maturities} real maturities of this market's asset, which decides ` +
  `nothing. Over ${AGREEMENT.strategies} strategies the order by edge on new data agrees with it ` +
  `with a rank correlation of ${AGREEMENT.byEdge}, the order by score with ${AGREEMENT.byScore}: ` +
  "on one asset and eleven months, and mostly because trading costs.";

/** The strategies in groups, by what holds on new data. */
export function Ranking({ rows, all, isGenerated, isFiltered }: RankingProps): VNode {
  const scale = useMemo(() => edgeScale(all), [all]);
  const hasReal = all.some(({ outcome }) => outcome.evaluation?.real);
  const groups = grouped(rows);
  if (rows.length === 0) return <p class="aside">No strategy has all these words.</p>;
  const shown = GROUPS.filter((id) =>
    groups[id].length > 0 || (id === "passed" && isGenerated && !isFiltered)
  );
  const titles = isGenerated ? TITLES : { ...TITLES, failed: NO_VERDICT };
  return (
    <>
      {hasReal && <p class="hint">{REAL_TEXT}</p>}
      <table class="ranking" role="table" aria-label="Strategies by what holds on new data">
        <RankingHead scale={scale} isGenerated={isGenerated} hasReal={hasReal} />
        {shown.map((id) =>
          LINES.includes(id) ? <OneLine key={id} title={titles[id]} rows={groups[id]} /> : (
            <Group
              key={id}
              id={id}
              title={titles[id]}
              rows={groups[id]}
              scale={scale}
              isWhole={isFiltered}
            />
          )
        )}
      </table>
    </>
  );
}

interface RankingHeadProps extends Pick<RankingProps, "isGenerated"> {
  readonly scale: Scale | null;
  readonly hasReal: boolean;
}

/** The titles of the columns, with the axis of the intervals. */
function RankingHead({ scale, isGenerated, hasReal }: RankingHeadProps): VNode {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <Head class="rank unseen-medium" title="#" />
        <Head class="name unseen-medium" title="Strategy" note="with its defaults" />
        <Head
          class="edge unseen-medium"
          title={`Edge over ${scale?.rivals.line === "idle" ? "idle" : "Hold"}`}
          note={isGenerated ? "on new data" : "this path only"}
          meaning={isGenerated ? WORDS.edge : WORDS.edgeOfHistory}
        />
        <Head
          class="interval"
          title={isGenerated ? "9 times in 10 between, %/y" : "%/y"}
          note={scale === null ? "" : (
            <>
              <span class="legend">
                <i class="mark hold" />Hold <i class="mark idle" />idle
              </span>
              <Axis scale={scale} />
            </>
          )}
        />
        <Head class="luck unseen-medium" title="By luck" note="chance" meaning={WORDS.luck} />
        <Head
          class="real unseen-medium"
          title="Real"
          note={hasReal ? `${AGREEMENT.days} days, %/y` : "none here"}
          meaning={WORDS.real}
        />
        <Head class="fills unseen-medium" title="Trades" note="this path" />
        <Head
          class="points unseen-medium"
          title="Score"
          note="this path only"
          meaning={WORDS.score}
        />
      </tr>
    </thead>
  );
}

interface GroupProps {
  readonly id: GroupId;
  readonly title: string;
  readonly rows: readonly BoardRow[];
  readonly scale: Scale | null;
  readonly isWhole: boolean;
}

function Group({ id, title, rows, scale, isWhole }: GroupProps): VNode {
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
        {rows.length === 0 && "none: no strategy here can be trusted"}
      </GroupHead>
      {shown.map((row, at) => (
        <StrategyRow
          key={row.entry.name}
          row={row}
          rank={id === "passed" ? at + 1 : null}
          scale={scale}
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
      <th role="rowheader" scope="rowgroup" colSpan={8}>
        <b>{title}</b> <span>{count}</span> <small>{children}</small>
      </th>
    </tr>
  );
}
