import type { VNode } from "preact";
import type { PracticeRow } from "../../../contracts/leaderboard.ts";
import { chance, counted, fixed, perYear } from "../../../wording/numbers.ts";
import { lineName } from "../../../wording/season.ts";
import { ruleNames } from "../../components/candidate_text.ts";
import { PathLink } from "../../components/path_link.tsx";
import { lineScale, type Scale } from "../../charts/number_line.ts";
import { Axis, Head, Interval } from "../../charts/interval.tsx";

/** The published evaluations of a market, with Hold and idle between them. */
export function PracticeTable({ rows }: { readonly rows: readonly PracticeRow[] }): VNode {
  const scale = practiceScale(rows);
  return (
    <table
      class="ranking board-table practice-table"
      role="table"
      aria-label="Published evaluations"
    >
      <thead role="rowgroup" class="unseen-medium">
        <tr role="row">
          <Head class="rank" title="Rank" />
          <Head class="name" title="Published" />
          <Head class="points" title="Score" note="public path" />
          <Head class="edge" title="Edge a year" note="64 public half-years" />
          <Head
            class="interval"
            title="9 times in 10 between, %/y"
            note={<Axis scale={scale} />}
          />
          <Head class="luck" title="By luck" note="after its tries" />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={`${row.line} ${row.keyTag} ${row.candidateHash}`} row={row} scale={scale} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, scale }: { readonly row: PracticeRow; readonly scale: Scale }): VNode {
  const { candidate, line, name, others, pAdjusted, trials, eligible } = row;
  return (
    <tr role="row" class={line ?? ""}>
      <td role="cell" class="rank">{row.rank ?? ""}</td>
      <th role="rowheader" scope="row" class="name">
        {candidate === null
          ? <b>{line === null ? name : lineName(line)}</b>
          : (
            <PathLink to="workbench" of={candidate}>
              <bdi>{name}</bdi>
            </PathLink>
          )}
        {eligible && <b class="mark">passed</b>}
        <small>
          {candidate === null
            ? line === "hold" ? "buy PT at once, keep it" : "leave everything in SY"
            : ruleNames(candidate)}
          {others > 0 && `, and ${counted(others, "other")} published the same`}
        </small>
      </th>
      <td role="cell" class="points" data-noun="score">{fixed(row.score, 1)}</td>
      <td role="cell" class="edge">{perYear(row.edge)}</td>
      <td role="cell" class="interval">
        <Interval scale={scale} edge={row.edge} span={row.edgeInterval} />
      </td>
      <td role="cell" class="luck" data-noun="by luck">
        {pAdjusted === null ? "" : chance(pAdjusted)}
        {trials !== null && <small>{counted(trials, "try", "tries")}</small>}
      </td>
    </tr>
  );
}

/** Returns the number line of all rows, with the better passive line at 0. */
function practiceScale(rows: readonly PracticeRow[]): Scale {
  const lines = rows.filter(({ line }) => line !== null);
  const other = Math.min(0, ...lines.map(({ edge }) => edge));
  const best = lines.find(({ edge }) => edge >= 0)?.line ?? "hold";
  const ends = rows.flatMap(({ edge, edgeInterval }) => edgeInterval ?? [edge]);
  return lineScale({ line: best, other }, ends, { top: 0.001, room: 0.5 });
}
