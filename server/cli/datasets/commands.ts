import { PENDLE_API } from "../../datasets/fetch/pendle.ts";
import { IMPORTS_FOLDER, REAL_FOLDER } from "../../datasets/dataset_folders.ts";
import { QUANTITIES } from "../../datasets/import/quantity.ts";
import { PRESETS } from "../../datasets/import/sources/presets.ts";
import { type Command, JSON_OPTION } from "../command_line.ts";

/** The commands on datasets, see `runDatasets`. */
export const DATASET_COMMANDS = {
  import: {
    name: "datasets import",
    summary:
      "Makes the datasets of a market from files, from Pendle's API, or from the raw files " +
      "of an earlier import.",
    operands: "[[FORM:]FILE...]",
    options: {
      "key": {
        type: "string",
        value: "KEY",
        help: "Name of the market in addresses, as susde-27nov2025",
      },
      "expiry": {
        type: "string",
        value: "ISO",
        help: "Instant at which the PT pays 1, as 2026-11-26T00:00:00Z",
      },
      "asset": {
        type: "string",
        value: "KEY",
        help: "Official market of the same asset, as susde, of which this is a real maturity",
      },
      "from": { type: "string", value: "pendle", help: "Fetch the history of --market on --chain" },
      "chain": { type: "string", value: "N", help: "Number of the chain, as 1" },
      "market": { type: "string", value: "0x..", help: "Address of the market" },
      "again": {
        type: "string",
        value: "FOLDER",
        help: "Rebuild the same bytes from the raw files of an import",
      },
      "map": {
        type: "string",
        multiple: true,
        value: "[FILE:]NAME=COLUMN,...",
        help: "The column that has a quantity, or the timestamp, in all files or in one",
      },
      "unit": {
        type: "string",
        multiple: true,
        value: "NAME=percent|decimal,...",
        help: "The unit of a quantity where its numbers leave a doubt",
      },
      "stamp": {
        type: "string",
        value: "open|close",
        help: "Whether a row names the opening or the close of its hour or day; close by default",
      },
      "complete": { type: "boolean", help: "Read CSV without a last line end as whole" },
      "zone": { type: "string", value: "utc", help: "Read times without a zone as UTC" },
      "scalar-root": { type: "string", value: "N", help: "The curve of the pool, from the chain" },
      "yield-range": {
        type: "string",
        value: "MIN,MAX",
        help: "Yields between which the pool trades, as 0.02,0.2: estimates the curve",
      },
      "anchor": {
        type: "string",
        value: "N",
        help: "syIndex at the first bar, for a published yield",
      },
      "asset-usd": { type: "string", value: "N", help: "Price of the accounting asset in USD" },
      "decimals": {
        type: "string",
        value: "N",
        help: "Decimals of PT and SY on the chain; 18 by default",
      },
      "far-expiry": {
        type: "string",
        value: "ISO",
        help: "Expiry of the next maturity, for far: files",
      },
      "start": {
        type: "string",
        value: "ISO",
        help: "First bar; the first of the files by default",
      },
      "end": { type: "string", value: "ISO", help: "Last bar, for a market that has not expired" },
      "timeframe": {
        type: "string",
        value: "hourly|daily",
        help: "Bars to fetch; hourly by default, and daily for expired ones of all maturities",
      },
      "no-volume": { type: "boolean", help: "Fetch no volume, which takes most requests" },
      "sy-index": {
        type: "string",
        value: "constant",
        help: "States that SY is always worth the same, as of a market that pays points only",
      },
      "id": {
        type: "string",
        value: "N",
        help: "marketId, 1000 or more; the next free one by default",
      },
      "name": { type: "string", value: "NAME", help: "Name for people; the key by default" },
      "source": { type: "string", value: "TEXT", help: "Where the data are from" },
      "url": { type: "string", value: "URL", help: "Address of the source" },
      "coin": {
        type: "string",
        value: "NAME",
        help: "Accounting asset, in which pool and capital are counted, as ETH",
      },
      "licence": { type: "string", value: "TEXT", help: "Licence of the data, shown to users" },
      "api": {
        type: "string",
        value: "URL",
        help: `A service with Pendle's API; ${PENDLE_API} by default`,
      },
      "into": {
        type: "string",
        value: "FOLDER",
        help: `Folder of the result; ${IMPORTS_FOLDER} by default`,
      },
      "replace": { type: "boolean", help: "Replace an earlier import of the same key" },
      "json": JSON_OPTION,
    },
    notes: `NAME is one of ${QUANTITIES.join(", ")}.\n` +
      `FORM is one of ${PRESETS.map(({ id }) => id).join(", ")}, or far for the next maturity; ` +
      "without it the columns of the file decide.",
    examples: [
      "datasets import rates.csv index.csv --key my-market --expiry 2026-11-26T00:00:00Z \\\n" +
      "    --end 2026-11-20T00:00:00Z --yield-range 0.02,0.3",
      "datasets import --from pendle --chain 1 --market 0x... --key susde-27nov2025",
      "datasets import --from pendle --asset susde",
      "datasets import --again data/datasets/susde-27nov2025",
    ],
  },
  append: {
    name: "datasets append",
    summary: "Adds the newest bars to an imported market, from Pendle's API or from files.",
    operands: "KEY [[FORM:]FILE...]",
    options: {
      "end": {
        type: "string",
        value: "ISO",
        help: "Last bar; the newest of all sources by default",
      },
      "api": {
        type: "string",
        value: "URL",
        help: `A service with Pendle's API; ${PENDLE_API} by default`,
      },
      "into": {
        type: "string",
        value: "FOLDER",
        help: `Folder of the market; ${IMPORTS_FOLDER} by default`,
      },
      "json": JSON_OPTION,
    },
    notes: "Pendle keeps hours for about 60 days: whoever wants more appends once a day or week. " +
      "Known bars never change, and raw/ keeps the bytes of every fetch.",
    examples: ["datasets append susde-26nov2026", "datasets append my-market september.csv"],
  },
  check: {
    name: "datasets check",
    summary: "Checks the datasets of a folder, or one file, and prints their facts.",
    operands: "FILE|FOLDER",
    options: {
      "expiry": {
        type: "string",
        value: "ISO",
        help: "Expiry, for a file that no manifest beside it names",
      },
      "scalar-root": { type: "string", value: "N", help: "The curve of the pool of such a file" },
      "far-expiry": { type: "string", value: "ISO", help: "Expiry of its next maturity" },
      "json": JSON_OPTION,
    },
    examples: ["datasets check data/datasets/my-market"],
  },
  enable: {
    name: "datasets enable",
    summary: "Lets the server run real maturities of the box as markets of their own ids.",
    operands: "KEY...",
    options: {},
    notes: `Copies them from ${REAL_FOLDER} to ${IMPORTS_FOLDER}, which the next start reads.`,
    examples: ["datasets enable susde-25sep2025 susde-27nov2025"],
  },
  list: {
    name: "datasets list",
    summary: "Lists the datasets that a server would load.",
    options: { json: JSON_OPTION },
    examples: ["datasets list"],
  },
} as const satisfies Readonly<Record<string, Command>>;
