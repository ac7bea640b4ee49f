import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { rankingFigure, signOf } from "../../contracts/figures.ts";
import { binnerOf } from "../../search/plan/axis_scale.ts";
import type { MeritMap } from "../../search/report/report.ts";
import type { SearchReport } from "../../search/report/report.ts";
import { counted } from "../model/format.ts";
import { colourScale } from "./colours.ts";
import { type MapAxes, mapAxis } from "./found.ts";
import { FIGURE_NAMES, figureText } from "./texts.ts";
import { HeatMap } from "./heat_map.tsx";

/** The maps of a report. A cell shows the best of its candidates. */
export function MeritMaps({ report }: { readonly report: SearchReport }): VNode | null {
  // Maps of two axes come first: they show hills.
  const maps = report.maps.toSorted((one, other) => other.axes.length - one.axes.length);
  if (report.best === null) return null;
  return (
    <section>
      <h2>Where it is good</h2>
      <p class="map-hint">Point at a cell, or move with the arrow keys.</p>
      <div class="maps">
        {maps.map((map) => (
          <Map
            key={map.axes.join()}
            map={map}
            report={report}
          />
        ))}
      </div>
    </section>
  );
}

function Map({ map, report }: { readonly map: MeritMap; readonly report: SearchReport }): VNode {
  const { plan, best } = report;
  const [active, setActive] = useState<number | null>(null);
  const figure = rankingFigure(plan);
  const sign = signOf(figure);
  const write = (value: number): string => figureText(figure, value);
  const axes = useMemo(() => mapAxes(map, report), [map]);
  const picture = useMemo(() => {
    const values = map.best.map((merit) => merit === null ? null : sign * merit);
    return {
      values,
      best: best && findCell(map, report, best.coordinates),
      scale: colourScale(values.filter((value) => value !== null)),
      columnCount: map.width,
      rowCount: map.height,
    };
  }, [map]);
  const describe = (cell: number): string => {
    const [merit = null, count = 0] = [map.best[cell], map.counts[cell]];
    if (merit === null) return "no candidate";
    const mean = (map.sums[cell] ?? 0) / Math.max(1, count);
    return `best ${write(sign * merit)}, mean ${write(sign * mean)} of ${
      counted(count, "candidate")
    }`;
  };
  return (
    <HeatMap
      title={FIGURE_NAMES[figure][0]}
      map={axes}
      picture={picture}
      active={active}
      describe={describe}
      write={write}
      activate={setActive}
    />
  );
}

function mapAxes({ axes: [across, up], width, height }: MeritMap, { plan }: SearchReport): MapAxes {
  return {
    columns: mapAxis(plan, plan.axes[across] ?? null, width, null),
    rows: up === undefined ? null : mapAxis(plan, plan.axes[up] ?? null, height, null),
  };
}

/** Returns the index of the cell of coordinates. */
function findCell(
  { axes: [across, up], width }: MeritMap,
  { plan }: SearchReport,
  coordinates: readonly number[],
): number {
  const binOf = (at: number | undefined): number => {
    const axis = at === undefined ? undefined : plan.axes[at];
    return axis === undefined ? 0 : binnerOf(axis)(coordinates[at ?? 0] ?? NaN);
  };
  return binOf(up) * width + binOf(across);
}
