import type { DatasetFacts } from "../engine.ts";
import type { Table } from "../table.ts";
import type { Figure } from "./figure.ts";
import { hourFigures, impliedFigures } from "./implied_figures.ts";
import { type Paths, toPaths } from "./paths.ts";
import { farFigures, poolFigures, rateFigures } from "./pool_figures.ts";
import { type Target, TARGETS } from "./targets.ts";

/** What of a dataset the figures need beside its columns. */
export type Facts = Pick<DatasetFacts, "marketKey" | "expiry" | "farExpiry">;

/** Measures every row of the table of `RULES.md` 1 in an hourly dataset. */
export function measure({ marketKey, expiry, farExpiry }: Facts, table: Table): Figure[] {
  const [paths, target] = [toPaths(table, expiry), TARGETS[marketKey]];
  return [
    ...clockFigures(paths, target),
    ...impliedFigures(paths, target),
    ...rateFigures(paths, target),
    ...poolFigures(paths, target),
    ...farFigures(paths, farExpiry, target),
    ...hourFigures(paths, target),
  ];
}

function clockFigures({ days, timestamp, expiry }: Paths, target: Target): Figure[] {
  return [
    {
      name: "length",
      unit: "d",
      target: `${target.days}`,
      measured: days,
      accepted: [target.days, target.days],
    },
    {
      name: "last bar before expiry",
      unit: "h",
      target: `${target.hoursLeft}`,
      accepted: [target.hoursLeft, target.hoursLeft],
      measured: (expiry - (timestamp.at(-1) ?? NaN)) / 3_600_000,
    },
  ];
}
