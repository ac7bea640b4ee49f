import { assert, assertRejects } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import {
  csvOf,
  EXPIRY,
  goodRows,
  importOf,
  refused,
  sourceOf,
  without,
} from "../../testing/import_sources.ts";

Deno.test("a refusal lists all that is missing, with the columns that are not read", async () => {
  const rows = goodRows().map(({ timestamp = "", impliedApy = 0, tvl = 0 }) => ({
    timestamp,
    PT_implied_yield: impliedApy,
    PT_pool_liquidity: tvl,
  }));
  const sentence = await refused(csvOf(rows));
  assert(
    sentence.startsWith("5 things are missing\n  1. no column of rates.csv is read"),
    sentence,
  );
  for (
    const part of [
      "no source has impliedApy",
      "syIndex decides what idle capital earns",
      "the curve of the pool is not known",
      "the pool is not known",
      "columns that are not read: rates.csv: PT_implied_yield, PT_pool_liquidity",
      "perhaps --map impliedApy=PT_implied_yield,tvlUsd=PT_pool_liquidity --asset-usd 1",
    ]
  ) assert(sentence.includes(part), sentence);
  // Everything that the proposed map needs is asked for in the same try.
  const mapped = await refused(csvOf(rows), {
    map: { impliedApy: "PT_implied_yield", tvlUsd: "PT_pool_liquidity" },
    yieldRange: [0.02, 0.2],
  });
  assert(mapped.startsWith("2 things are missing"), mapped);
  assert(mapped.includes("tvl is in USD and the price of the accounting asset is not known"));
});

Deno.test("a column that counts down to the expiry confirms it, or refuses another", async () => {
  const rows = goodRows().map((row) => ({
    ...row,
    PT_seconds_to_expiry: (Date.parse(EXPIRY) - Date.parse(String(row["timestamp"]))) / 1_000,
  }));
  const { report } = await importOf([sourceOf(csvOf(rows))]);
  assert(report.notes.includes("expiry: secondsToExpiry confirms it"), report.notes.join("\n"));
  const sentence = await refused(csvOf(rows), { expiry: "2026-06-01T00:00:00Z" });
  assert(
    sentence.startsWith(`--expiry is 2026-06-01T00:00:00Z, by secondsToExpiry it is ${EXPIRY}`),
    sentence,
  );
  const priced = await importOf([sourceOf(csvOf(goodRows()))]);
  assert(priced.report.notes.includes("expiry: the prices of the source agree with it"));
  const bare = await importOf([sourceOf(csvOf(without(goodRows(), "ptPrice")))]);
  assert(bare.report.notes.includes("expiry: as given; no column of the sources confirms it"));
});

Deno.test("rows without a value are bounded, however long their file is", async () => {
  const line = new TextEncoder().encode("2026-01-01T00:00:00Z,\n".repeat(2_000));
  let chunks = 0;
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller): void {
      controller.enqueue(
        chunks++ === 0 ? new TextEncoder().encode("timestamp,impliedApy\n") : line,
      );
    },
  }, { highWaterMark: 0 });
  const error = await assertRejects(() => importOf([{ ...sourceOf(""), bytes }]), StartError);
  assert(error.message.includes("line 200002: more than 200000 rows have no value"));
  assert(chunks < 200, `${chunks} chunks were read`);
});
