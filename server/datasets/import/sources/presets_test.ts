import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../../base/errors.ts";
import {
  csvOf,
  EXPIRY,
  goodRows,
  HOURS,
  importOf,
  only,
  pendleRow,
  sourceOf,
  without,
} from "../../../testing/import_sources.ts";

const HOUR_MS = 3_600_000;
/** Price of the accounting asset in USD, in which the sources below quote prices. */
const USD = 2_000;

const rows = goodRows();
const number = (at: number, name: string): number => Number(rows[at]?.[name]);
const base = without(rows, "syIndex", "ptPrice", "tvl", "volume", "scalarRoot");

/** Pendle's historical-data of the market: prices in USD, yields in decimals. */
const pendle = {
  total: rows.length,
  results: rows.map((row) => pendleRow(row, USD)),
};
const history = sourceOfJson(pendle, "history.json");

function sourceOfJson(json: unknown, file: string): () => ReturnType<typeof sourceOf> {
  return () => sourceOf(JSON.stringify(json, null, 1), file);
}

function close(found: number | undefined, wanted: number, tolerance = 1e-9): void {
  assert(found !== undefined && Math.abs(found / wanted - 1) < tolerance, `${found}, ${wanted}`);
}

Deno.test("pendle: rows are of their close, and the index by their prices is exact", async () => {
  const { presetIds, datasets: [hours, days], report } = await importOf([history()], {
    scalarRoot: 26.5,
  });
  assertEquals(presetIds, ["pendle"]);
  assertEquals([hours?.absent, hours?.estimated], [["volume"], []]);
  assertEquals(hours?.times[0], Date.parse(String(rows[0]?.["timestamp"])));
  assertEquals(report.notes[0], "syIndex: computed as syUsd / ptUsd * price of PT by impliedApy");
  for (const at of [0, 400, HOURS - 1]) {
    close(hours?.columns["syIndex"]?.[at], number(at, "syIndex"));
    assertEquals(hours?.columns["impliedApy"]?.[at], number(at, "impliedApy"));
  }
  // A sum over the last 24 hours is the volume of a day and never of an hour.
  close(days?.columns["volume"]?.[3], 24_000);
  assertEquals(report.compared.map(({ column }) => column), ["ptUsd", "tvlUsd", "underlyingApy"]);
  assert(report.compared.every(({ largest }) => largest < 1e-6));
});

Deno.test("pendle: rows of days are of the close of their day", async () => {
  const daily = pendle.results.filter((_, at) => at % 24 === 23)
    .map((row) => ({
      ...row,
      timestamp: `${String(row["timestamp"]).slice(0, 10)}T00:00:00.000Z`,
    }));
  const { datasets: [days], report } = await importOf(
    [sourceOf(JSON.stringify({ results: daily }), "days.json")],
    { scalarRoot: 26.5 },
  );
  assertEquals([days?.timeframe, days?.times.at(-1)], ["daily", Date.parse(EXPIRY)]);
  close(days?.columns["syIndex"]?.[9], number(10 * 24 - 1, "syIndex"));
  assert(
    report.corrections.some((each) =>
      each.includes("35 rows, stamped at the opening of their day")
    ),
  );
});

Deno.test("pendle: without prices, the published yield is compounded from the anchor", async () => {
  const bare = sourceOfJson(
    { results: without(pendle.results, "ptPrice", "syPrice", "tvl") },
    "bare.json",
  );
  const facts = { scalarRoot: 26.5, anchor: 1.1 };
  const { datasets: [hours] } = await importOf([bare()], {
    ...facts,
    start: "2026-01-25T02:00:00Z",
  });
  assertEquals(hours?.estimated, ["syIndex"]);
  close(hours?.columns["syIndex"]?.[400], 1.1 * 1.06 ** (400 / 8_760));
});

Deno.test("pendle: the default fields of a request are in USD too", async () => {
  const few = rows.map((row) => ({
    timestamp: pendleRow(row, USD)["timestamp"],
    impliedApy: row["impliedApy"],
    underlyingApy: 0.06,
    tvl: USD * Number(row["tvl"]),
    maxApy: 0.3,
    baseApy: 0.2,
  }));
  const index = (): ReturnType<typeof sourceOf> =>
    sourceOf(csvOf(only(rows, "timestamp", "syIndex")));
  const facts = { yieldRange: [0.02, 0.2] as [number, number] };
  const page = sourceOfJson({ results: few }, "few.json");
  const error = await assertRejects(() => importOf([page(), index()], facts), StartError);
  assert(error.message.includes("tvl is in USD"), error.message);
  const alone = await assertRejects(
    () => importOf([page()], { ...facts, assetUsd: USD }),
    StartError,
  );
  assert(alone.message.includes("syIndex decides"), alone.message);
  const { presetIds, datasets: [hours] } = await importOf([page(), index()], {
    ...facts,
    assetUsd: USD,
  });
  assertEquals([presetIds[0], hours?.estimated], ["pendle", ["totalPt", "totalSy", "scalarRoot"]]);
  close(hours?.columns["tvl"]?.[20], number(20, "tvl"));
});

Deno.test("pendle: an exact index takes precedence over the published yield", async () => {
  const index = sourceOf(csvOf(only(rows, "timestamp", "syIndex")));
  const { datasets: [hours], report } = await importOf([history(), index], { scalarRoot: 26.5 });
  assertEquals(hours?.estimated, []);
  assertEquals(hours?.columns["syIndex"]?.[9], number(9, "syIndex"));
  assertEquals(report.notes[0], "syIndex: syIndex of plain");
});

Deno.test("transactions: an hour's trades are its volume, pages overlap, liquidity is ignored", async () => {
  const trade = (at: number, ms: number, value: number, type = "TRADES"): unknown => ({
    id: `${at}-${ms}-${value}`,
    txHash: "0x1",
    timestamp: new Date(Date.parse(String(rows[at]?.["timestamp"])) + ms).toISOString(),
    value: USD * value,
    type,
    action: "LONG_YIELD",
    impliedApy: 0.5,
  });
  const first = [trade(HOURS - 1, -5, 7), trade(5, 0, 3), trade(5, -HOUR_MS + 1, 4)];
  const second = [trade(5, 0, 3), trade(5, 1, 9), trade(8, -9, 100, "ADD_LIQUIDITY")];
  const page = (results: unknown[], name: string): ReturnType<typeof sourceOf> =>
    sourceOf(JSON.stringify({ resumeToken: "x", results }), name);
  // The two pages form one list: a row in both counts once.
  const { datasets: [hours] } = await importOf(
    [history(), page([...first, ...second, trade(2, -1, 1)], "a.json")],
    { scalarRoot: 26.5 },
  );
  const volume = hours?.columns["volume"] ?? [];
  [1, 7, 9].forEach((wanted, at) => close(volume[[2, 5, 6][at] ?? 0], wanted));
  assertEquals([volume[0], volume[8]], [0, 0]);
  close(volume[HOURS - 1], 7);
  const part = [history(), page(first.slice(1), "a.json")];
  const error = await assertRejects(() => importOf(part, { scalarRoot: 26.5 }), StartError);
  assert(error.message.includes("the trades of transactions go from"), error.message);
});

Deno.test("ohlcv: CSV inside JSON, stamped with the start of the hour, PT and YT added up", async () => {
  const ohlcv = (volume: number, file: string): ReturnType<typeof sourceOf> => {
    const lines = rows.map(({ timestamp }) =>
      `${Date.parse(String(timestamp)) / 1_000 - 3_600},1,1,1,1,${volume * USD}`
    );
    const results = ["time,open,high,low,close,volume", ...lines].join("\n");
    return sourceOf(JSON.stringify({ total: HOURS, results }), file);
  };
  const sources = [history(), ohlcv(10, "pt.json"), ohlcv(5, "yt.json")];
  const { datasets: [hours], presetIds } = await importOf(sources, { scalarRoot: 26.5 });
  assertEquals(presetIds, ["pendle", "ohlcv", "ohlcv"]);
  for (const at of [0, 77, HOURS - 1]) close(hours?.columns["volume"]?.[at], 15);
});

Deno.test("defillama: percent, once a day and off the hour, compounded from the anchor", async () => {
  const days = Array.from({ length: HOURS / 24 + 8 }, (_, day) => ({
    timestamp: new Date(Date.parse(EXPIRY) - (day * 24 + 0.98) * HOUR_MS).toISOString(),
    tvlUsd: 1e9,
    apy: 6.5,
    apyBase: 6,
    apyReward: null,
  }));
  const chart = sourceOf(
    JSON.stringify({ status: "success", data: days.toReversed() }),
    "chart.json",
  );
  const { datasets: [hours], presetIds } = await importOf([sourceOf(csvOf(base)), chart], {
    anchor: 1.1,
    scalarRoot: 26.5,
  });
  assertEquals([presetIds[1], hours?.estimated], ["defillama", ["syIndex"]]);
  close(hours?.columns["syIndex"]?.[300], number(300, "syIndex"));
  const error = await assertRejects(
    () => importOf([sourceOf(csvOf(base)), sourceOf(JSON.stringify(days))], { scalarRoot: 26.5 }),
    StartError,
  );
  assert(error.message.includes("--anchor"), error.message);
});

Deno.test("allium: the ratio of two rates is the index, events last until the next one", async () => {
  const prices = csvOf(rows.map(({ timestamp, ptPrice = 0, syIndex = 0 }) => ({
    // As exported by a warehouse: names in capitals, times with the name of their zone.
    TIMESTAMP: String(timestamp).replace("T", " ").replace("Z", " UTC"),
    PT_TO_ASSET_RATE: ptPrice,
    PT_TO_SY_RATE: Number(ptPrice) / Number(syIndex),
    SY_PRICE_USD: USD * Number(syIndex),
  })));
  const events = csvOf([0, 100, 101, 500].map((at) => ({
    block_timestamp: new Date(Date.parse(String(rows[at]?.["timestamp"])) - 600_000).toISOString(),
    implied_apy: number(at, "impliedApy"),
  })));
  const pool = csvOf(without(base, "impliedApy"));
  const sources = [
    sourceOf(prices, "prices.csv", { presetId: "allium-prices" }),
    sourceOf(pool),
  ];
  const made = await importOf(sources, { scalarRoot: 26.5 });
  assertEquals(made.datasets[0]?.estimated, ["impliedApy"]);
  close(made.datasets[0]?.columns["impliedApy"]?.[10], number(10, "impliedApy"), 1e-6);
  const { datasets: [hours], presetIds } = await importOf([
    sourceOf(csvOf(without(rows, "impliedApy", "ptPrice", "tvl"))),
    sourceOf(events, "events.csv"),
  ], { end: EXPIRY });
  assertEquals(presetIds, ["plain", "allium-rates"]);
  const implied = hours?.columns["impliedApy"] ?? [];
  assertEquals(
    [implied[99], implied[100], implied[499]],
    [0, 100, 101].map((at) => number(at, "impliedApy")),
  );
});

Deno.test("far: the yields of the next maturity, in any form", async () => {
  const next = csvOf(rows.map((row, at) => ({
    timestamp: String(row["timestamp"]),
    impliedApy: 0.1 + at / 1e5,
    totalPt: 1,
  })));
  const sources = (): ReturnType<typeof sourceOf>[] => [
    sourceOf(csvOf(rows)),
    sourceOf(next, "next.csv", { isFar: true }),
  ];
  const farExpiry = "2026-06-01T00:00:00Z";
  const { datasets: [hours, days] } = await importOf(sources(), { farExpiry });
  assertEquals(hours?.columns["farImpliedApy"]?.[7], 0.10007);
  assertEquals(days?.columns["farImpliedApy"]?.length, 35);
  assertEquals(hours?.columns["totalPt"]?.[7], number(7, "totalPt"));
  const error = await assertRejects(() => importOf(sources()), StartError);
  assert(error.message.endsWith("farImpliedApy is given, --far-expiry is not"), error.message);
});

Deno.test("readstate: on-chain integers give every constant, and the watermark", async () => {
  const wad = (value: number): string => BigInt(Math.round(value * 1e9)) * 10n ** 9n + "";
  const dump = rows.map((row, at) => ({
    blockNumber: at,
    timestamp: Date.parse(String(row["timestamp"])) / 1_000 + 11,
    totalPt: wad(number(at, "totalPt")),
    totalSy: wad(number(at, "totalSy")),
    scalarRoot: wad(26.5),
    lnFeeRateRoot: wad(0.001),
    lastLnImpliedRate: wad(Math.log1p(number(at, "impliedApy"))),
    exchangeRate: wad(1.1),
    pyIndexStored: wad(1.2),
  }));
  const { scalarRoot, datasets: [hours, days] } = await importOf([
    sourceOf(JSON.stringify(dump), "state.json"),
  ]);
  assertEquals([scalarRoot, hours?.estimated, hours?.pyIndex, days?.pyIndex], [26.5, [], 1.2, 1.2]);
  // Only an on-chain index may be constant; this one is below its watermark.
  assertEquals(hours?.columns["syIndex"]?.[700], 1.1);
  close(hours?.columns["ptPrice"]?.[HOURS - 1], 1.1 / 1.2);
  close(hours?.columns["totalPt"]?.[3], number(3, "totalPt"), 1e-6);
});
