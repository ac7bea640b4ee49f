import { ALL_FIGURES } from "../../contracts/figures.ts";
import { TOP_DEFAULT, TOP_MAX } from "../../contracts/top.ts";
import { type Command, JSON_OPTION } from "../command_line.ts";

export const FOLDER = "data/searches";

/** The command and its options. */
export const SEARCH = {
  name: "search",
  summary:
    "Runs a plan of many candidates, keeps the results in a folder, and reports how far the " +
    "best can be trusted; the same command resumes after an interruption.",
  operands: "[plan.json]",
  options: {
    "market": {
      type: "string",
      value: "ID",
      help: "Market of the candidates; 1 by default. Several with commas are one aim",
    },
    "over": {
      type: "string",
      value: "mean|worst",
      help: "Figure over several markets: its mean, the default, or the worst of them",
    },
    "strategy": {
      type: "string",
      value: "ID",
      help: "Strategy, or several with commas, without a plan",
    },
    "timeframe": { type: "string", value: "hourly|daily", help: "Bars; hourly by default" },
    "axis": {
      type: "string",
      multiple: true,
      value: "NAME=MIN..MAX[:STEPS][:log]",
      help: "A parameter that is searched, from a range; NAME=VALUE,VALUE lists its values",
    },
    "method": {
      type: "string",
      value: "METHOD",
      help: "How candidates are chosen: grid, random, sobol, halving or adaptive",
    },
    "count": {
      type: "string",
      value: "N",
      help: "Number of candidates, for every method but grid",
    },
    "patience": {
      type: "string",
      value: "N",
      help:
        "End the search after so many candidates without a better one; not for grid and halving",
    },
    "enqueue": {
      type: "string",
      multiple: true,
      value: "NAME=VALUE,NAME=VALUE",
      help: "A candidate to try first, with a value for each axis",
    },
    "from": {
      type: "string",
      value: "FOLDER",
      help: "Folder of a finished search, whose best candidates are tried first",
    },
    "seed": { type: "string", value: "N", help: "Seed of a method that draws" },
    "aim": {
      type: "string",
      value: "FIGURE",
      help: `The figure that ranks candidates: ${Object.keys(ALL_FIGURES).join(", ")}`,
    },
    "where": {
      type: "string",
      multiple: true,
      value: "FIGURE>=N",
      help: "A bound that candidates must keep; FIGURE<=N is one too",
    },
    "evaluate": { type: "string", value: "N", help: "How many of the best are evaluated" },
    "folds": { type: "string", value: "N", help: "Walk forward in as many folds" },
    "rolling": {
      type: "boolean",
      help: "Choose on as many bars in each fold, instead of all before it",
    },
    "holdout": {
      type: "string",
      value: "SHARE",
      help: "Hold out the last share of the bars, as 0.3, to test the best on",
    },
    "purge": {
      type: "string",
      value: "BARS",
      help: "Bars left out at the end of the searched bars",
    },
    "embargo": { type: "string", value: "BARS", help: "Bars left out before the tested bars" },
    "out": {
      type: "string",
      value: "FOLDER",
      help: `Folder of the results; ${FOLDER}/NAME by default`,
    },
    "top": {
      type: "string",
      value: "N",
      help: `Candidates in the report, at most ${TOP_MAX}; ${TOP_DEFAULT} by default`,
    },
    "points": {
      type: "string",
      value: "all|none",
      help: "Whether points.parquet has every candidate",
    },
    "workers": {
      type: "string",
      value: "N",
      help: "Ranges that run at once; one per core by default",
    },
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
