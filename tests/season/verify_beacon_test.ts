import { assertEquals, assertMatch } from "@std/assert";
import type { Beacon } from "../../server/contracts/season.ts";
import type { Finding } from "../../server/season/verify/finding.ts";
import { officialParts } from "../../server/testing/official.ts";
import { SEASON_ID } from "../../server/testing/played_season.ts";
import { type SmallArena, smallArena } from "../../server/testing/small_arena.ts";
import { forged, Verifier, wrongOf } from "../../server/testing/verifier.ts";

/** Round 1,000 of drand-quicknet, published at 2023-08-23T15:59:24Z. */
const ROUND = {
  network: "drand-quicknet",
  round: 1_000,
  signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125" +
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
  at: "2023-08-23T15:59:24Z",
} as const;

const { datasets, engine } = await officialParts();

/** Plays a whole season whose beacon is this one with some changes. */
function played(changes: object): Promise<SmallArena> {
  const beacon: typeof ROUND & Beacon = { ...ROUND, ...changes };
  return smallArena(engine, datasets, { beacon });
}

async function verified({ files }: SmallArena): Promise<readonly Finding[]> {
  const season = files.get(`${SEASON_ID}/season.json`);
  return await new Verifier(files, engine, datasets).verify(season);
}

function textsOf(findings: readonly Finding[], outcome: Finding["outcome"]): readonly string[] {
  return findings.filter((finding) => finding.outcome === outcome).map(({ text }) => text);
}

Deno.test("a season with a beacon holds: the published round decides its paths", async () => {
  const found = await verified(await played({}));
  assertEquals([wrongOf(found), textsOf(found, "skipped")], ["", []]);
  const seeds = "with 5 entries, the value that drand signed gives the seeds of 64 paths";
  assertEquals(textsOf(found, "holds").filter((text) => text.endsWith(seeds)).length, 2);
});

Deno.test("a reveal before the close is wrong, whatever its beacon is", async () => {
  const at = "2023-08-14T23:59:59Z";
  const [receipt, files] = await forged(await played({ network: "another" }), (record) => {
    return record.kind === "reveal" ? { ...record, at } : record;
  });
  const early = await new Verifier(files, engine, datasets).verify(receipt);
  const named =
    /^season: the reveal is of 2023-08-14T23:59:59Z, before the close of the season, .*Z$/;
  assertMatch(wrongOf(early), named);
});

Deno.test("the value of an unknown network is skipped, and everything else is verified", async () => {
  const found = await verified(await played({ network: "another" }));
  const text = "the value of round 1000 was not checked: this program does not know another";
  assertEquals([wrongOf(found), textsOf(found, "skipped")], ["", [text, text]]);
  assertEquals(textsOf(found, "holds").filter((each) => each.includes("drand")), []);
  assertEquals(
    found.at(-1)?.text,
    "every member of season.json follows from the log and the boards",
  );
});
