import { PENDLE_API } from "../../datasets/fetch/pendle.ts";
import { IMPORTS_FOLDER, REAL_FOLDER } from "../../datasets/dataset_folders.ts";
import { QUANTITIES } from "../../datasets/import/quantity.ts";
import { PRESETS } from "../../datasets/import/sources/presets.ts";
import { type Command, JSON_OPTION } from "../command_line.ts";
import { option } from "../option.ts";

/** The commands on datasets, see `runDatasets`. */
export const DATASET_COMMANDS = {
  import: {
    name: "datasets import",
    summary:
      "Makes the datasets of a market from files, from Pendle's API, or from the raw files " +
      "of an earlier import.",
    operands: "[[FORM:]FILE...]",
    options: {
      "key": option("KEY", "Name of the market in addresses, as susde-27nov2025"),
      "expiry": option("ISO", "Instant at which the PT pays 1, as 2026-11-26T00:00:00Z"),
      "asset": option(
        "KEY",
        "Official market of the same asset, as susde, of which this is a real maturity",
      ),
      "from": option("pendle", "Fetch the history of --market on --chain"),
      "chain": option("N", "Number of the chain, as 1"),
      "market": option("0x..", "Address of the market"),
      "again": option("FOLDER", "Rebuild the same bytes from the raw files of an import"),
      "map": {
        ...option(
          "[FILE:]NAME=COLUMN,...",
          "The column that has a quantity, or the timestamp, in all files or in one",
        ),
        multiple: true,
      },
      "unit": {
        ...option(
          "NAME=percent|decimal,...",
          "The unit of a quantity where its numbers leave a doubt",
        ),
        multiple: true,
      },
      "stamp": option(
        "open|close",
        "Whether a row names the opening or the close of its hour or day; close by default",
      ),
      "complete": { type: "boolean", help: "Read CSV without a last line end as whole" },
      "zone": option("utc", "Read times without a zone as UTC"),
      "scalar-root": option("N", "The curve of the pool, from the chain"),
      "yield-range": option(
        "MIN,MAX",
        "Yields between which the pool trades, as 0.02,0.2: estimates the curve",
      ),
      "anchor": option("N", "syIndex at the first bar, for a published yield"),
      "asset-usd": option("N", "Price of the accounting asset in USD"),
      "decimals": option("N", "Decimals of PT and SY on the chain; 18 by default"),
      "far-expiry": option("ISO", "Expiry of the next maturity, for far: files"),
      "start": option("ISO", "First bar; the first of the files by default"),
      "end": option("ISO", "Last bar, for a market that has not expired"),
      "timeframe": option(
        "hourly|daily",
        "Bars to fetch; hourly by default, and daily for expired ones of all maturities",
      ),
      "no-volume": { type: "boolean", help: "Fetch no volume, which takes most requests" },
      "sy-index": option(
        "constant",
        "States that SY is always worth the same, as of a market that pays points only",
      ),
      "id": option("N", "marketId, 1000 or more; the next free one by default"),
      "name": option("NAME", "Name for people; the key by default"),
      "source": option("TEXT", "Where the data are from"),
      "url": option("URL", "Address of the source"),
      "coin": option("NAME", "Accounting asset, in which pool and capital are counted, as ETH"),
      "licence": option("TEXT", "Licence of the data, shown to users"),
      "api": option("URL", `A service with Pendle's API; ${PENDLE_API} by default`),
      "into": option("FOLDER", `Folder of the result; ${IMPORTS_FOLDER} by default`),
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
      "end": option("ISO", "Last bar; the newest of all sources by default"),
      "api": option("URL", `A service with Pendle's API; ${PENDLE_API} by default`),
      "into": option("FOLDER", `Folder of the market; ${IMPORTS_FOLDER} by default`),
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
      "expiry": option("ISO", "Expiry, for a file that no manifest beside it names"),
      "scalar-root": option("N", "The curve of the pool of such a file"),
      "far-expiry": option("ISO", "Expiry of its next maturity"),
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
