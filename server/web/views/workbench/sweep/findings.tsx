// This module is browser compatible.

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { fixed, percent } from "../../../model/format.ts";
import { commit, linkTo } from "../../../state.ts";
import { scaleOf } from "../../../sweep/colours.ts";
import { isPoint } from "../../../sweep/run.ts";
import type { Sweep } from "../../../sweep/session.ts";
import { outcomeText, placeText, skippedTexts } from "../../../sweep/texts.ts";
import { Best } from "./best.tsx";
import type { Picture } from "./drawing.ts";
import { HeatMap } from "./heat_map.tsx";
import { TopTable } from "./top_table.tsx";

const CERTAIN = [0, 1] as const;

/** The results of a sweep: the best cell, two maps of the same cells, the best ten. */
export function Findings({ sweep }: { readonly sweep: Sweep }): VNode {
  const { plan, best, state } = sweep;
  const isOver = state !== "opening" && state !== "running";
  const [active, setActive] = useState<number | null>(null);
  const [loaded, setLoaded] = useState<number | null>(null);
  const place = active !== null && active < plan.cells.length ? active : null;
  const pick = (at: number): void => {
    const candidate = plan.cells[at];
    if (candidate === undefined) return;
    commit(candidate);
    setLoaded(at);
  };
  const score = usePicture(sweep, ({ score }) => score);
  const carry = usePicture(sweep, ({ probabilisticSharpe }) => probabilisticSharpe, CERTAIN);
  const shared = {
    plan,
    pick,
    active: place,
    activate: setActive,
    describe: (at: number) => outcomeText(sweep, at),
  };
  return (
    <>
      {best !== null && <Best sweep={sweep} load={pick} />}
      <p class="map-readout">
        {place === null
          ? "Point at a cell, or move with the arrow keys; a click or Enter loads it."
          : `${placeText(plan, place)}: ${outcomeText(sweep, place)}`}
        {loaded !== null && loaded === place && (
          <span>
            {" "}
            Loaded: <a href={linkTo("workbench")}>see its curve</a>
          </span>
        )}
      </p>
      <div class="maps">
        <HeatMap {...shared} title="Score" picture={score} write={(value) => fixed(value, 0)} />
        <HeatMap
          {...shared}
          title="Carry"
          picture={carry}
          write={(value) => percent(value, 0)}
        />
      </div>
      {isOver && (
        <ul class="skipped">{skippedTexts(sweep).map((text) => <li key={text}>{text}</li>)}</ul>
      )}
      {best !== null && <TopTable sweep={sweep} load={pick} />}
    </>
  );
}

type Point = Parameters<typeof isPoint>[0];

/** Returns the picture of one figure of the points. */
function usePicture(
  sweep: Sweep,
  figure: (point: Extract<Point, { score: number }>) => number | null,
  ends?: readonly [number, number],
): Picture {
  return useMemo(() => {
    const { plan, outcomes, best } = sweep;
    const values = outcomes.map((outcome) => {
      if (outcome === null) return null;
      return isPoint(outcome) ? figure(outcome) : "skipped";
    });
    const numbers = values.filter((value) => typeof value === "number");
    return {
      values,
      best,
      scale: scaleOf(numbers, ends),
      columnCount: plan.columns.values.length,
      rowCount: plan.rows?.values.length ?? 1,
    };
  }, [sweep]);
}
