import { assert, assertMatch } from "@std/assert";
import { canonicalJson, type JsonValue } from "../../server/base/canonical_json.ts";
import { isNightly } from "../../server/testing/nightly.ts";
import { officialParts } from "../../server/testing/official.ts";
import { SEASON_ID } from "../../server/testing/played_season.ts";
import { smallArena } from "../../server/testing/small_arena.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { flipped, Verifier, wrongOf } from "../../server/testing/verifier.ts";

const { datasets, engine } = await officialParts();
const arena = await smallArena(engine, datasets);
const verifier = new Verifier(arena.files, engine, datasets);

/** A sample of no entry: whatever is wrong is found before the engine runs. */
const QUICK = { sample: 0 } as const;

/** Bytes of a file that are flipped, in as many runs. */
const FLIPS = isNightly ? 24 : 6;

/** How a finding names some of the files. */
const NAMED: Readonly<Record<string, RegExp>> = {
  "log.json": /^log: .*(?:log|record \d+)/,
  "log-1.json": /^log: .*(?:log|record \d+)/,
  [`${SEASON_ID}/susde-daily.f64`]: /^season: matrixHash is "\w+", recomputed "\w+"$/,
  [`${SEASON_ID}/susde-daily.json`]: /^season: boardHash is "\w+", recomputed "\w+"$/,
  [`${SEASON_ID}/susde-daily-rows-1.json`]: /^season: .*(?:row|entry|head|board)/,
};

/** Members that a file may have in any wording, since no hash covers them. */
const FREE: Readonly<Record<string, (content: unknown) => unknown>> = {
  // An entry has the name that its owner likes, and none when its owner hides it.
  [`${SEASON_ID}/names.json`]: () => null,
  // The end of a key is the operator's to say: a receipt of a key that has leaked is wrong at once.
  "keys.json": (keys) => (keys as readonly object[]).map((key) => ({ ...key, until: null })),
};

/** Returns whether a file differs from the arena's in nothing but members in any wording. */
function isFree(path: string, changed: Uint8Array): boolean {
  const restOf = FREE[path] ?? (() => crypto.randomUUID());
  const text = (bytes?: Uint8Array): string => {
    return canonicalJson(restOf(JSON.parse(new TextDecoder().decode(bytes))) as JsonValue);
  };
  try {
    return text(changed) === text(arena.files.get(path));
  } catch {
    return false;
  }
}

Deno.test("a flipped bit of any file of the folder makes its season wrong", async () => {
  for (const [path, bytes] of arena.files) {
    for (const changed of flipped(bytes, Math.max(1, Math.floor(bytes.length / FLIPS)))) {
      const files = verifier.withFiles({ [path]: changed });
      const found = await verifier.verify(files.get(`${SEASON_ID}/season.json`), QUICK, files);
      const text = `${path}: ${new TextDecoder().decode(changed)}`;
      if (!isFree(path, changed)) assertMatch(wrongOf(found), NAMED[path] ?? /^\w+: ./, text);
    }
  }
});

/** Returns the content of a file of the arena's season. */
function contentOf(path: string): Record<string, JsonValue> {
  return JSON.parse(new TextDecoder().decode(arena.files.get(`${SEASON_ID}/${path}`)));
}

Deno.test("every member of a season's file follows from its log and its boards", async () => {
  const season = contentOf("season.json");
  const [first] = season["results"] as JsonValue[];
  const changes = [
    [{ state: "revealed" }, /season.json\/state is "revealed", recomputed "scored"/],
    [{ counts: { "susde-daily": 5, "ghousd-daily": 0 } }, /counts\/susde-daily is 5, recomputed 4/],
    [{ leaders: { ...Object(season["leaders"]), "susde-daily": 9 } }, /leaders\/susde-daily is 9/],
    [{ entriesLastHour: 1 }, /entriesLastHour is 1, recomputed 0/],
    [{ closedHead: { ...Object(season["closedHead"]), index: 6 } }, /closedHead\/index is 6, rec/],
    [{ scoredAt: "2026-11-15T00:02:01Z" }, /scoredAt is "2026-11-15T00:02:01Z", recomputed/],
    [{ failure: "none" }, /failure is "none", recomputed null/],
    [{ voided: { at: "2026-11-15T00:02:01Z", reason: "" } }, /voided is/],
    [{ results: [first] }, /season.json has no result of ghousd-daily, the log has one/],
    [{ results: [first, first] }, /the board of the receipt of ghousd-daily is "susde-daily"/],
    [{ more: 1 }, /season.json\/more is 1, recomputed absent/],
  ] as const;
  for (const [change, named] of changes) {
    const wrong = wrongOf(await verifier.verify({ ...season, ...change } as never, QUICK));
    assertMatch(wrong, named);
  }
});

Deno.test("the list of entries has the candidates of the log, and no others", async () => {
  const { entries } = contentOf("entries-1.json") as { entries: Record<string, JsonValue>[] };
  const [one, two, ...others] = entries;
  const changes = [
    [
      [{ ...one, candidate: two?.["candidate"] }, two, ...others],
      /the candidateHash of entry 1 of/,
    ],
    [
      [{ ...one, board: "ghousd-daily" }, two, ...others],
      /board is "ghousd-daily", recomputed "sus/,
    ],
    [[{ ...one, salt: "0".repeat(32) }, two, ...others], /salt is/],
    [[two, one, ...others], /entry 1 of/],
    [[one, two], /the number of entries of autumn-1\/entries-1.json is 2, recomputed 5/],
  ] as const;
  const season = arena.files.get(`${SEASON_ID}/season.json`);
  for (const [listed, named] of changes) {
    const files = verifier.withFiles({
      [`${SEASON_ID}/entries-1.json`]: encoded({ entries: listed }),
    });
    assertMatch(wrongOf(await verifier.verify(season, QUICK, files)), named);
  }
});

Deno.test("without the list of entries, or a board, what follows from it is skipped and named", async () => {
  const season = arena.files.get(`${SEASON_ID}/season.json`);
  for (
    const [name, question] of [
      [
        "entries-1.json",
        /^whether the list of entries is that of the log: .*entries-1\.json is not in/,
      ],
      ["ghousd-daily.json", /^autumn-1\/ghousd-daily\.json is not in the folder$/],
    ] as const
  ) {
    const files = verifier.withFiles({ [`${SEASON_ID}/${name}`]: null });
    const found = await verifier.verify(season, QUICK, files);
    const skipped = found.filter(({ outcome }) => outcome === "skipped");
    assertMatch(skipped.at(-1)?.text ?? "", question);
    assert(wrongOf(found) === "");
  }
});
