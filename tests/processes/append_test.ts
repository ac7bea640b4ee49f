import { assert, assertEquals, assertMatch } from "@std/assert";
import { csvOf, EXPIRY, goodRows, HOURS, pendleRow } from "../../server/testing/import_sources.ts";
import {
  answerTo,
  MARKET,
  type Override,
  PendleService,
} from "../../server/testing/pendle_service.ts";
import { endOf } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

const HOUR_MS = 3_600_000;
/** The recorded market, moved so that it expires tomorrow or a day later. */
const SHIFT = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 48 * HOUR_MS -
  Date.parse(EXPIRY);
const KEY = "live";

/** Answers as the service does while the market lives: rows that open before an instant. */
function liveUntil(instant: number): Override {
  return (url) => {
    const asked = new URL(url);
    for (const name of ["timestamp_start", "timestamp_end"]) {
      const time = Date.parse(url.searchParams.get(name) ?? "");
      if (time > 0) asked.searchParams.set(name, new Date(time - SHIFT).toISOString());
    }
    const moved = JSON.stringify(answerTo(asked)).replaceAll(
      /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
      (text) => new Date(Date.parse(text) + SHIFT).toISOString(),
    );
    const answer = JSON.parse(moved);
    const isThere = (row: { timestamp?: string; expiry?: string | null }): boolean =>
      row.expiry !== undefined || Date.parse(row.timestamp ?? "") < instant;
    return Response.json({ ...answer, results: answer.results.filter(isThere) });
  };
}

function start(folder: string, words: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--config", `${ROOT}deno.json`, "-A", "--no-check", `${ROOT}main.ts`, "datasets"]
      .concat(words, "--into", folder),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function run(folder: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await endOf(start(folder, words));
  return code === 0 ? stdout : `! ${stderr}`;
}

const read = (folder: string, name: string): Promise<string> =>
  Deno.readTextFile(`${folder}/${KEY}/${name}`);

Deno.test("append grows a market from the service, and a kill -9 leaves it whole", async () => {
  const folder = await Deno.makeTempDir();
  await using service = new PendleService();
  const now = Date.now();
  const api = ["--api", service.api];
  service.override = liveUntil(now - 48 * HOUR_MS);
  const made = await run(folder, [
    ..."import --from pendle --chain 1 --asset susde --scalar-root 20 --market".split(" "),
    ...[MARKET, "--key", KEY, ...api],
  ]);
  assertMatch(made, /^market 1000 live: history-hour/);
  const before = await read(folder, "hourly.csv");
  // The service never answers, and the command is killed.
  const asked = Promise.withResolvers<null>();
  const held = Promise.withResolvers<Response>();
  service.override = (url, count) => {
    if (!url.pathname.endsWith("historical-data")) return liveUntil(now)(url, count);
    asked.resolve(null);
    return held.promise;
  };
  const killed = start(folder, ["append", KEY, ...api]);
  await asked.promise;
  killed.kill("SIGKILL");
  await killed.output();
  held.resolve(new Response(""));
  assertEquals(await read(folder, "hourly.csv"), before);
  service.override = liveUntil(now);
  // Of two at once, one waits and finds nothing new.
  const both = await Promise.all([1, 2].map(() => run(folder, ["append", KEY, ...api])));
  const [grown = "", idle = ""] = both.toSorted().toReversed();
  assertMatch(grown, /^market 1000 live: /);
  assertMatch(idle, /^! [\s\S]*Cannot append to live: no bar is new\n$/);
  const after = await read(folder, "hourly.csv");
  assert(after.startsWith(before));
  const last = Date.parse(after.trimEnd().split("\n").at(-1)?.split(",")[0] ?? "");
  // The hour that has not closed is no bar.
  assertEquals(last, Math.floor(now / HOUR_MS) * HOUR_MS);
  const record = JSON.parse(await read(folder, "raw/import.json"));
  assert(record.files.length > 3 && record.files.some(({ after }: { after?: number }) => after));
  const again = await run(`${folder}/copies`, ["import", "--again", `${folder}/${KEY}`]);
  assertMatch(again, /^market 1000 live: /);
  assertEquals(await Deno.readTextFile(`${folder}/copies/${KEY}/hourly.csv`), after);
  // Killed between its two renames.
  await Deno.rename(`${folder}/${KEY}`, `${folder}/.${KEY}.partial.replaced`);
  assertMatch(await run(folder, ["append", KEY, ...api]), /no bar is new\n$/);
  assertEquals(await read(folder, "hourly.csv"), after);
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
  assertEquals(names, ["copies", KEY]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("all maturities of an asset are imported, once, with one report", async () => {
  const folder = await Deno.makeTempDir();
  await using service = new PendleService();
  const market = (name: string, address: string, more: object = {}): object => ({
    name,
    address,
    pt: "1-0x4",
    expiry: EXPIRY,
    timestamp: "2026-01-20T00:00:00Z",
    ...more,
  });
  const days = goodRows().filter((_, at) => at % 24 === 23).map((row, at) => ({
    ...pendleRow(row, 1),
    timestamp: new Date(Date.parse(String(row["timestamp"])) - 24 * HOUR_MS).toISOString(),
    // The pool is empty on its first days.
    ...at < 2 ? { totalPt: 0, totalSy: 0, tvl: 0 } : {},
  }));
  const other = "0x0000000000000000000000000000000000000002";
  const old = { expiry: "2025-09-25T00:00:00Z", timestamp: "2025-06-05T00:00:00Z" };
  service.override = ({ pathname, searchParams }) => {
    if (pathname.includes(other)) return Response.json({ results: [] });
    if (searchParams.get("time_frame") === "day") return Response.json({ results: days });
    return !pathname.endsWith("/markets/all") ? null : Response.json({
      results: [
        market("PT-sUSDe-1MAR2026", MARKET),
        market("sUSDe", other, old),
        market("PT USDe 01MAR2026", "0x3"),
        market("sUSDe", "0x5", { pt: "42161-0x4" }),
      ],
    });
  };
  const words = ["import", "--from", "pendle", "--asset", "susde", "--api", service.api];
  const found = await run(folder, [...words, "--scalar-root", "20"]);
  assertMatch(found, /^market 1000 susde-1mar2026: history-day-0001\.json as pendle/);
  assertMatch(found, /\ndaily: 33 bars; absent: nothing; estimated: nothing\n/);
  assertMatch(
    found,
    /\nsusde-25sep2025: Cannot import [^\n]* has no history of 0x0+2\nsusde-1mar2026: imported\n$/,
  );
  const { markets: [made] } = JSON.parse(
    await Deno.readTextFile(`${folder}/susde-1mar2026/manifest.json`),
  );
  assertEquals([made.asset, made.name], ["susde", "PT-sUSDe-1MAR2026"]);
  const again = await run(folder, words);
  assertMatch(again, /\nsusde-1mar2026: it is there; datasets append susde-1mar2026 adds/);
  const none = await run(folder, words.with(4, "ghousd"));
  assertMatch(none, /Cannot import: the service has no market of ghousd on chain 1\n$/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("append takes the newest rows of a file, and no known bar changes", async () => {
  const folder = await Deno.makeTempDir();
  const rows = goodRows();
  await Deno.writeTextFile(`${folder}/old.csv`, csvOf(rows.slice(0, HOURS - 48)));
  const revised = rows.map((row, at) => at < 100 ? { ...row, totalPt: 1 } : row);
  await Deno.writeTextFile(`${folder}/new.csv`, csvOf(revised.slice(0, HOURS - 24)));
  const facts = ["--key", KEY, "--expiry", EXPIRY, "--end", "2026-02-27T00:00:00Z"];
  assertMatch(await run(folder, ["import", `${folder}/old.csv`, ...facts]), /^market 1000 live/);
  const before = await read(folder, "hourly.csv");
  assertMatch(await run(folder, ["append", KEY]), /it was not fetched from a service/);
  assertMatch(await run(folder, ["append", "../live"]), /"\.\.\/live" is no key of a market/);
  assertMatch(await run(folder, ["append", "other"]), /Cannot import .*other\/raw\/import\.json/);
  const grown = await run(folder, ["append", KEY, `${folder}/new.csv`]);
  assertMatch(grown, /hourly: 816 bars/);
  const after = await read(folder, "hourly.csv");
  assert(after.startsWith(before) && after.length > before.length);
  await Deno.remove(folder, { recursive: true });
});
