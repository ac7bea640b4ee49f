import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { rankingFigure } from "../../../../contracts/figures.ts";
import type { Figures } from "../../../../search/points/points.ts";
import { DatasetLines, ReportDetails } from "../../../report/details.tsx";
import type { Picture } from "../../../report/map_picture.ts";
import { type Cut, HeatMap } from "../../../report/heat_map.tsx";
import { LEVELS, Trust } from "../../../report/trust.tsx";
import { percent } from "../../../model/format.ts";
import { EDGE_PATHS, hasEdgeMap } from "./edge_map.ts";
import { commit, isGenerated, linkTo, strategies } from "../../../state/state.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import { colourScale } from "../../../report/colours.ts";
import { axisUnits } from "./draft.ts";
import { type CellMap, type Found, toCellMap } from "../../../report/found.ts";
import type { Sweep } from "./session.ts";
import { FIGURE_NAMES, figureText, outcomeText, skippedTexts } from "../../../report/texts.ts";
import { Best, BestByEdge } from "./best.tsx";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { axisNameWithKey } from "../../../../search/plan/axis_name.ts";
import { Select } from "../../../components/choice.tsx";

const HOLD_SCORE = 100;

interface FindingsProps {
  readonly sweep: Sweep;
  readonly found: Found;
}

/**
 * The results of a sweep: the best, its verdict, a map of the cells, and the report.
 */
export function Findings({ sweep, found }: FindingsProps): VNode {
  const { plan, state, best, report, version, idle, total } = sweep;
  const isOver = state !== "opening" && state !== "running";
  const [axes, setAxes] = useState<readonly [number, number | null]>([0, 1]);
  const [active, setActive] = useState<number | null>(null);
  const [loaded, setLoaded] = useState<number | null>(null);
  const shown: readonly [number, number | null] = [
    axes[0] < plan.axes.length ? axes[0] : 0,
    plan.axes.length > 1 && (axes[1] ?? 1) < plan.axes.length ? axes[1] : null,
  ];
  const units = axisUnits(plan, strategies.value);
  const map = useMemo(() => toCellMap(found, shown, units), [found, version, state, ...shown]);
  const place = active !== null && active < map.cells.length ? active : null;
  const describe = (at: number): string => {
    const outcome = outcomeText(map.cells[at] ?? null, found, strategies.value);
    const count = map.counts[at] ?? 0;
    return count > 1 ? `${outcome}; the best of ${count} candidates` : outcome;
  };
  const load = (coordinates: readonly number[]): void => {
    commit(candidateAt(plan, coordinates));
    const at = findCell(map, coordinates);
    setActive(at);
    setLoaded(at);
  };
  const pick = (at: number): void => {
    const point = map.cells[at] ?? null;
    if (point !== null) load(point.coordinates);
  };
  const figure = rankingFigure(plan);
  const [name] = FIGURE_NAMES[figure];
  const cuts: readonly Cut[] = figure !== "score" ? [] : [
    ...idle === null ? [] : [{ name: "idle", value: idle }],
    { name: "Hold", value: HOLD_SCORE },
  ].toSorted((one, other) => one.value - other.value);
  const ring = best === null ? null : findCell(map, best.coordinates);
  const score = usePicture(map, ring, { figure, cuts });
  const hasEdges = hasEdgeMap(plan, total) && isGenerated(plan.base);
  const byEdge = sweep.byEdge && findCell(map, sweep.byEdge.point.coordinates);
  const edges = usePicture(map, byEdge, EDGES);
  const shared = { map, pick, active: place, activate: setActive, describe };
  return (
    <>
      <p class="sweep-line">
        {report === null ? "The verdict on the best follows when all have run." : (
          <>
            <strong>{LEVELS[report.verdict.level]}.</strong> The best and the reasons are below.
          </>
        )}
      </p>
      {plan.axes.length > 2 && <AxisChoices plan={plan} shown={shown} choose={setAxes} />}
      <p class="map-hint">
        Point at a cell, or move with the arrow keys; a click or Enter loads it.
        {(plan.axes.length > 2 || plan.method.kind !== "grid") &&
          " A cell shows the best of its candidates."}
        {loaded !== null && loaded === place && (
          <span>
            {" "}
            Loaded: <a href={linkTo("workbench")}>see its curve</a>
          </span>
        )}
      </p>
      <div class="maps">
        <HeatMap
          {...shared}
          title={name}
          picture={score}
          cuts={cuts}
          write={(value) => figureText(figure, value)}
        />
        {hasEdges && (
          <HeatMap
            {...shared}
            describe={(at) => edgeText(map.cells[at]?.edge ?? null)}
            title={`Edge on ${EDGE_PATHS} half-years`}
            picture={edges}
            cuts={EDGE_CUTS}
            write={(value) => percent(value, 2)}
          />
        )}
      </div>
      {hasEdges && <BestByEdge byEdge={sweep.byEdge} plan={plan} units={units} load={load} />}
      <div class="beside">
        {best !== null && <Best sweep={sweep} best={best} units={units} load={load} />}
        {report !== null && <Trust report={report} isMissing={best === null} />}
      </div>
      {isOver && (
        <ul class="skipped">
          {skippedTexts(found, strategies.value).map((text) => <li key={text}>{text}</li>)}
        </ul>
      )}
      {report !== null && (
        <>
          <ReportDetails report={report} units={units} load={load} />
          <DatasetLines report={report} />
        </>
      )}
    </>
  );
}

/** The second map: of what is left on other half-years, which jumps at the better passive line. */
const EDGE_CUTS: readonly Cut[] = [{ name: "Hold or idle", value: 0 }];
const EDGES: PictureOptions = { figure: "edge", cuts: EDGE_CUTS };

function edgeText(edge: number | null): string {
  return edge === null ? "no edge yet" : `${percent(edge, 2)} a year`;
}

interface PictureOptions {
  readonly figure: keyof Figures | "edge";
  readonly cuts: readonly Cut[];
}

/** Returns the picture of one figure of a map. */
function usePicture(
  map: CellMap,
  best: number | null,
  { figure, cuts }: PictureOptions,
): Picture {
  return useMemo(() => {
    const values = map.cells.map((point) => {
      if (point === null) return null;
      if (point.status !== 0) return "skipped";
      return figure === "edge" ? point.edge : point.figures[figure];
    });
    const numbers = values.filter((value) => typeof value === "number");
    return {
      values,
      best,
      scale: colourScale(numbers, { cuts: cuts.map(({ value }) => value) }),
      columnCount: map.columns.values.length,
      rowCount: map.rows?.values.length ?? 1,
    };
  }, [map, best, figure, ...cuts.map(({ value }) => value)]);
}

/** Returns the cell that shows a candidate; null if the cell shows a better one. */
function findCell({ cells }: CellMap, coordinates: readonly number[]): number | null {
  const at = cells.findIndex((point) => point?.coordinates.join() === coordinates.join());
  return at < 0 ? null : at;
}

interface AxisChoicesProps {
  readonly plan: SearchPlan;
  readonly shown: readonly [number, number | null];
  choose(shown: readonly [number, number | null]): void;
}

/** The choice of the two parameters that the maps show. */
function AxisChoices({ plan, shown: [across, up], choose }: AxisChoicesProps): VNode {
  const names = plan.axes.map((axis, at) => [String(at), axisNameWithKey(plan, axis)] as const);
  return (
    <p class="map-axes">
      <Select
        label="Maps across"
        value={String(across)}
        choices={names}
        choose={(chosen) => choose([Number(chosen), Number(chosen) === up ? across : up])}
      />
      <Select
        label="and up"
        value={String(up ?? "")}
        choices={names}
        choose={(chosen) => choose([Number(chosen) === across ? up ?? 0 : across, Number(chosen)])}
      />
    </p>
  );
}
