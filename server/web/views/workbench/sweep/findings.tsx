import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
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

/** The results of a sweep: maps of the cells, the best, its verdict, and the report. */
export function Findings({ sweep, found }: FindingsProps): VNode {
  const { plan, state, best, report } = sweep;
  const [loaded, setLoaded] = useState<readonly number[] | null>(null);
  const units = axisUnits(plan, strategies.value);
  const load = (coordinates: readonly number[]): void => {
    commit(candidateAt(plan, coordinates));
    setLoaded([...coordinates]);
  };
  return (
    <>
      <p class="sweep-line">
        {report === null ? "The verdict on the best follows when all have run." : (
          <>
            <strong>{LEVELS[report.verdict.level]}.</strong> The best and the reasons are below.
          </>
        )}
      </p>
      <Maps sweep={sweep} found={found} units={units} loaded={loaded} load={load} />
      <div class="beside">
        {best !== null && <Best sweep={sweep} best={best} units={units} load={load} />}
        {report !== null && <Trust report={report} isMissing={best === null} />}
      </div>
      {state !== "opening" && state !== "running" && (
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

interface MapsProps extends FindingsProps {
  readonly units: readonly (string | null)[];
  /** The candidate of the sweep that was taken to the workbench last. */
  readonly loaded: readonly number[] | null;
  load(coordinates: readonly number[]): void;
}

/** The maps of the ranking figure and of the edge, with the best by edge. */
function Maps({ sweep, found, units, loaded, load }: MapsProps): VNode {
  const { plan, state, best, version, idle, total } = sweep;
  const [[across, up], choose] = useState<readonly [number, number | null]>([0, 1]);
  const [active, activate] = useState<number | null>(null);
  const shown: readonly [number, number | null] = [
    across < plan.axes.length ? across : 0,
    plan.axes.length > 1 && (up ?? 1) < plan.axes.length ? up : null,
  ];
  const map = useMemo(() => toCellMap(found, shown, units), [found, version, state, ...shown]);
  const place = active !== null && active < map.cells.length ? active : null;
  const loadedPlace = loaded && findCell(map, loaded);
  useEffect(() => activate(loadedPlace), [loaded]);
  const figure = rankingFigure(plan);
  const cuts = figure === "score" ? scoreCuts(idle) : [];
  const score = usePicture(map, best && findCell(map, best.coordinates), { figure, cuts });
  const hasEdges = hasEdgeMap(plan, total) && isGenerated(plan.base);
  const byEdge = sweep.byEdge && findCell(map, sweep.byEdge.point.coordinates);
  const edges = usePicture(map, byEdge, EDGES);
  const pick = (at: number): void => {
    const { coordinates } = map.cells[at] ?? {};
    if (coordinates !== undefined) load(coordinates);
  };
  const shared = { map, pick, active: place, activate };
  return (
    <>
      {plan.axes.length > 2 && <AxisChoices plan={plan} shown={shown} choose={choose} />}
      <MapHint plan={plan} isLoaded={loadedPlace !== null && loadedPlace === place} />
      <div class="maps">
        <HeatMap
          {...shared}
          describe={(at) => cellText(map, at, found)}
          title={FIGURE_NAMES[figure][0]}
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
    </>
  );
}

function cellText({ cells, counts }: CellMap, at: number, found: Found): string {
  const outcome = outcomeText(cells[at] ?? null, found, strategies.value);
  const count = counts[at] ?? 0;
  return count > 1 ? `${outcome}; the best of ${count} candidates` : outcome;
}

/** How a map is used, and where a loaded cell is seen. */
function MapHint(
  { plan, isLoaded }: { readonly plan: SearchPlan; readonly isLoaded: boolean },
): VNode {
  return (
    <p class="map-hint">
      Point at a cell, or move with the arrow keys; a click or Enter loads it.
      {(plan.axes.length > 2 || plan.method.kind !== "grid") &&
        " A cell shows the best of its candidates."}
      {isLoaded && (
        <span>
          {" "}
          Loaded: <a href={linkTo("workbench")}>see its curve</a>
        </span>
      )}
    </p>
  );
}

/** Returns the values at which the colour of a score jumps, in ascending order. */
function scoreCuts(idle: number | null): readonly Cut[] {
  const hold = { name: "Hold", value: HOLD_SCORE };
  if (idle === null) return [hold];
  return [{ name: "idle", value: idle }, hold].toSorted((one, other) => one.value - other.value);
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
