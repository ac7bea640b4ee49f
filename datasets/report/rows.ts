import { type Row } from "../markdown.ts";
import { type GeneratedFigures, spread } from "./generated.ts";
import { mean } from "../../server/datasets/path_figures/numbers.ts";
import type { PathFigures } from "../../server/datasets/path_figures/measure_path.ts";

export interface Statistic {
  readonly name: string;
  /**
   * The figure of real sUSDe series: four maturities and 43 weekly payouts, from public
   * repositories. These are constants; the project has no real data.
   */
  readonly real: string;
  readonly generated: (figures: GeneratedFigures) => string;
}

/** Share of the paths on each side of a bracketed range. */
const TAIL = 0.1;

/** The statistics with known real figures, in the order of the report. */
export const STATISTICS: readonly Statistic[] = [
  {
    name: "autocorrelation of daily changes of logYield",
    real: "-0.17",
    generated: median((path) => path.autocorrelation),
  },
  {
    name: "variance ratio over 3, 7 and 14 days",
    real: "0.76, 0.65, 0.62",
    generated: ({ paths }) =>
      ([0, 1, 2] as const).map((at) => fixed(middle(paths, (path) => path.varianceRatios[at])))
        .join(", "),
  },
  {
    name: "sd of the daily change of logYield, % of the level",
    real: "2.6 to 4.4",
    generated: ({ paths }) => fixed(middle(paths, (path) => path.relativeSd), 1),
  },
  {
    name: "change of implied in the 7 days before a payout's change, per point of it",
    real: "0.32",
    generated: ({ before }) => ranged(before),
  },
  {
    name: "the same in the 7 days after it",
    real: "-0.08",
    generated: ({ after }) => ranged(after),
  },
  {
    name: "gap of implied over the displayed underlying: mean of the paths, points",
    real: "3.5 (snapshots)",
    generated: ({ paths }) => fixed(mean(paths.map(({ gap }) => gap.mean)), 1),
  },
  {
    name: "its sd within a path, points",
    real: "0.3 to 1.9",
    generated: ({ paths }) => fixed(middle(paths, ({ gap }) => gap.sd), 1),
  },
  {
    name: "days on which it is negative, %",
    real: "3",
    generated: ({ paths }) => fixed(mean(paths.map(({ gap }) => gap.negative)), 0),
  },
  {
    name: "carry of the last 60 days: mean (sd), points",
    real: "4.0 (4.9)",
    generated: ({ carry }) => `${fixed(carry.mean, 1)} (${fixed(carry.sd, 1)})`,
  },
  {
    name: "its slope on the gap 60 days before expiry",
    real: "1.2",
    generated: ({ carry }) => fixed(carry.slope),
  },
  {
    name: "sd of ln implied 60 days before expiry",
    real: "0.40",
    generated: ({ levelSd }) => fixed(levelSd),
  },
  {
    name: "highest displayed underlying, %",
    real: "56, 30, 15, 14, 6",
    generated: ({ paths }) => ranged(spread(paths.map((path) => path.underlyingMax), TAIL), 0),
  },
  {
    name: "change of implied in the next 7 days per point of the gap",
    real: "-0.09 [-0.21 0.07]",
    generated: rangedOver((path) => path.closing.implied),
  },
  {
    name: "change of the displayed underlying in the next 7 days per point of the gap",
    real: "0.76",
    generated: rangedOver((path) => path.closing.underlying),
  },
];

/** Returns the rows of the report: a statistic and its figure in each market. */
export function statisticRows(markets: readonly GeneratedFigures[]): Row[] {
  return STATISTICS.map(({ name, real, generated }) => [name, real, ...markets.map(generated)]);
}

function middle(paths: readonly PathFigures[], of: (path: PathFigures) => number): number {
  return spread(paths.map(of), TAIL).median;
}

function median(of: (path: PathFigures) => number): Statistic["generated"] {
  return ({ paths }) => fixed(middle(paths, of));
}

function rangedOver(of: (path: PathFigures) => number): Statistic["generated"] {
  return ({ paths }) => ranged(spread(paths.map(of), TAIL));
}

function ranged({ median, low, high }: ReturnType<typeof spread>, digits = 2): string {
  return `${fixed(median, digits)} [${fixed(low, digits)} ${fixed(high, digits)}]`;
}

/** Returns a number with a fixed number of decimals; zero has no sign. */
function fixed(value: number, digits = 2): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}
