// This module is browser compatible.

import type { VNode } from "preact";
import { fixed, money, percent } from "../../model/format.ts";
import { isPoint } from "../../sweep/run.ts";
import type { Sweep } from "../../sweep/session.ts";
import { placeText, shortPlaceText, unitsText } from "../../sweep/texts.ts";

interface TopTableProps {
  readonly sweep: Sweep;
  load(place: number): void;
}

const ROWS_MAX = 10;

/** The best cells by score. */
export function TopTable({ sweep: { plan, outcomes }, load }: TopTableProps): VNode {
  const points = outcomes.flatMap((point, place) => isPoint(point) ? [{ point, place }] : []);
  const top = points.toSorted((a, b) => b.point.score - a.point.score).slice(0, ROWS_MAX);
  const units = unitsText(plan);
  return (
    <section>
      <h2 id="top-title">The first {top.length}</h2>
      {units !== "" && <p class="aside">{units}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="top-title">
        <table class="figures short">
          <thead>
            <tr>
              <th scope="col">Parameters</th>
              <th scope="col">Score</th>
              <th scope="col">Not luck, as the only try</th>
              <th scope="col">Return</th>
              <th scope="col">Drawdown</th>
              <th scope="col">Turnover</th>
              <th scope="col">Fills</th>
              <th scope="col">
                <span class="unseen">Load</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map(({ point, place }) => (
              <tr key={place}>
                <th scope="row">{shortPlaceText(plan, place)}</th>
                <td class="number strong">{fixed(point.score, 1)}</td>
                <td class="number">{percent(point.probabilisticSharpe, 1)}</td>
                <td class="number">{percent(point.annualizedMeanReturn)}</td>
                <td class="number">{percent(point.maxDrawdown)}</td>
                <td class="number">{percent(point.turnover)}</td>
                <td class="number">{money(point.fills)}</td>
                <td class="number">
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Load ${placeText(plan, place)}`}
                    onClick={() => load(place)}
                  >
                    Load
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
