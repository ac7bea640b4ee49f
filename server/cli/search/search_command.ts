import { ALL_FIGURES } from "../../contracts/figures.ts";
import { TOP_DEFAULT, TOP_MAX } from "../../contracts/top.ts";
import { type Command, JSON_OPTION } from "../command_line.ts";
import { option } from "../option.ts";

export const FOLDER = "data/searches";

/** The command and its options. */
export const SEARCH = {
  name: "search",
  summary:
    "Runs a plan of many candidates, keeps the results in a folder, and reports how far the " +
    "best can be trusted; the same command resumes after an interruption.",
  operands: "[plan.json]",
  options: {
    "market": option(
      "ID",
      "Market of the candidates; 1 by default. Several with commas are one aim",
    ),
    "over": option(
      "mean|worst",
      "Figure over several markets: its mean, the default, or the worst of them",
    ),
    "strategy": option("ID", "Strategy, or several with commas, without a plan"),
    "timeframe": option("hourly|daily", "Bars; hourly by default"),
    "axis": {
      ...option(
        "NAME=MIN..MAX[:STEPS][:log]",
        "A parameter that is searched, from a range; NAME=VALUE,VALUE lists its values",
      ),
      multiple: true,
    },
    "method": option(
      "METHOD",
      "How candidates are chosen: grid, random, sobol, halving or adaptive",
    ),
    "count": option("N", "Number of candidates, for every method but grid"),
    "patience": option(
      "N",
      "End the search after so many candidates without a better one; not for grid and halving",
    ),
    "enqueue": {
      ...option("NAME=VALUE,NAME=VALUE", "A candidate to try first, with a value for each axis"),
      multiple: true,
    },
    "from": option("FOLDER", "Folder of a finished search, whose best candidates are tried first"),
    "seed": option("N", "Seed of a method that draws"),
    "aim": option(
      "FIGURE",
      `The figure that ranks candidates: ${Object.keys(ALL_FIGURES).join(", ")}`,
    ),
    "where": {
      ...option("FIGURE>=N", "A bound that candidates must keep; FIGURE<=N is one too"),
      multiple: true,
    },
    "evaluate": option("N", "How many of the best are evaluated"),
    "folds": option("N", "Walk forward in as many folds"),
    "rolling": {
      type: "boolean",
      help: "Choose on as many bars in each fold, instead of all before it",
    },
    "holdout": option("SHARE", "Hold out the last share of the bars, as 0.3, to test the best on"),
    "purge": option("BARS", "Bars left out at the end of the searched bars"),
    "embargo": option("BARS", "Bars left out before the tested bars"),
    "out": option("FOLDER", `Folder of the results; ${FOLDER}/NAME by default`),
    "top": option("N", `Candidates in the report, at most ${TOP_MAX}; ${TOP_DEFAULT} by default`),
    "points": option("all|none", "Whether points.parquet has every candidate"),
    "workers": option("N", "Ranges that run at once; one per core by default"),
    "dry-run": { type: "boolean", help: "Print candidates, time and size, and run nothing" },
    "json": JSON_OPTION,
  },
  notes:
    "The plan is a file, or given by --market, --strategy and --axis. /docs of a server has the " +
    "fields of a plan.",
  examples: [
    "search --market 1 --strategy yield-rsi --axis period=3..30:10 --axis oversold=15..45:10",
    "search plan.json --folds 4 --points all --out data/searches/rsi",
  ],
} as const satisfies Command;
