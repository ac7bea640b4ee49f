import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { rankingFigure } from "../../../../contracts/figures.ts";
import type { Figures } from "../../../../search/points/points.ts";
import { DatasetLines, ReportDetails } from "../../../report/details.tsx";
import { neighbourMedians, type Picture } from "../../../report/map_picture.ts";
import { type Cut, HeatMap } from "../../../report/heat_map.tsx";
import { Trust } from "../../../report/trust.tsx";
import { commit, linkTo, strategies } from "../../../state/state.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import { colourScale } from "../../../report/colours.ts";
import { axisUnits } from "./draft.ts";
import { type CellMap, type Found, toCellMap } from "../../../report/found.ts";
import type { Sweep } from "./session.ts";
import { FIGURE_NAMES, figureText, outcomeText, skippedTexts } from "../../../report/texts.ts";
import { Best } from "./best.tsx";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { axisNameWithKey } from "../../../../search/plan/axis_name.ts";
import { Select } from "../../../components/choice.tsx";

const HOLD_SCORE = 100;

interface FindingsProps {
  readonly sweep: Sweep;
  readonly found: Found;
}

/**
 * The results of a sweep: the best, its verdict, two maps of the same cells, and the report. The second map shows plateaus: the
 * best candidate of a plateau depends less on luck than that of a peak.
 */
export function Findings({ sweep, found }: FindingsProps): VNode {
  const { plan, state, best, report, version, idle } = sweep;
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
  const around = useMemo(
    () => ({ ...score, values: neighbourMedians(score.values, score.columnCount) }),
    [score],
  );
  const shared = { map, pick, active: place, activate: setActive, describe };
  return (
    <>
      <div class="beside">
        {best !== null && <Best sweep={sweep} best={best} units={units} load={load} />}
        {report !== null && <Trust report={report} isMissing={best === null} />}
      </div>
      {plan.axes.length > 2 && <AxisChoices plan={plan} shown={shown} choose={setAxes} />}
      <p class="map-hint">
        Point at a cell, or move with the arrow keys; a click or Enter loads it.
        {map.counts.some((count) => count > 1) && " A cell shows the best of its candidates."}
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
        <HeatMap
          {...shared}
          title={`${name}, median with the neighbours`}
          picture={around}
          cuts={cuts}
          write={(value) => figureText(figure, value)}
        />
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

interface PictureOptions {
  readonly figure: keyof Figures;
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
      return point.status === 0 ? point.figures[figure] : "skipped";
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
