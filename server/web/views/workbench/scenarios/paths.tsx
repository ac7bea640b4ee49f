// This module is browser compatible.

import type { VNode } from "preact";
import { CsvButton } from "../../../components/csv_button.tsx";
import { PngButton } from "../../../components/png_button.tsx";
import type { ScenarioPath } from "../../../engine/messages.ts";
import type { CsvCell } from "../../../model/csv.ts";
import { percent } from "../../../model/format.ts";

/** Size of a drawing in its own units, which scale to the available width. */
const WIDTH = 240;
const HEIGHT = 64;

/** The equity of the candidate in each scenario, side by side, over that of idle SY. */
export function Paths({ paths }: { readonly paths: readonly ScenarioPath[] }): VNode {
  return (
    <section>
      <h2>Equity in each scenario</h2>
      <p class="legend">
        Growth over the scored days; each drawing has its own scale: <i class="mark strategy" />
        Strategy <i class="mark idle" />Idle SY
      </p>
      <ul class="paths">
        {paths.map((path) => (
          <li key={path.id}>
            <Path {...path} />
          </li>
        ))}
      </ul>
      <PngButton title="Equity in each scenario" />{" "}
      <CsvButton title="Equity in each scenario" rows={() => csvRows(paths)} />
    </section>
  );
}

/** Returns a row for each scored day, with candidate and idle SY in each scenario. */
function csvRows(paths: readonly ScenarioPath[]): readonly (readonly CsvCell[])[] {
  const days = Math.max(...paths.map(({ strategy }) => strategy.length), 0);
  const names = paths.flatMap(({ id }) => [id, `${id}, idle SY`]);
  return [
    ["day", ...names],
    ...Array.from({ length: days }, (_, day): readonly CsvCell[] => [
      day + 1,
      ...paths.flatMap(({ strategy, idle }) => [strategy[day] ?? null, idle[day] ?? null]),
    ]),
  ];
}

function Path({ id, idle, strategy }: ScenarioPath): VNode {
  const all = [1, ...idle, ...strategy];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const toPoints = (values: readonly number[]): string =>
    [1, ...values].map((value, day) => {
      const x = WIDTH * day / values.length;
      const y = HEIGHT * (high - value) / (high - low || 1);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    }).join(" ");
  return (
    <figure>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline class="idle" points={toPoints(idle)} />
        <polyline class="strategy" points={toPoints(strategy)} />
      </svg>
      <figcaption>
        {id}
        <span class="ends">
          <b>{grown(strategy)}</b> idle {grown(idle)}
        </span>
      </figcaption>
    </figure>
  );
}

function grown(values: readonly number[]): string {
  return percent((values.at(-1) ?? 1) - 1);
}
