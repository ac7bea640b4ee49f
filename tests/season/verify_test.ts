import { assert, assertEquals, assertMatch } from "@std/assert";
import { canonicalJson, type JsonValue } from "../../server/base/canonical_json.ts";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import type { Receipt } from "../../server/season/rules/receipt.ts";
import type { Finding } from "../../server/season/verify/finding.ts";
import { makeEngine, servedDatasets } from "../../server/testing/official.ts";
import { type Folder, SEASON_ID } from "../../server/testing/played_season.ts";
import { smallArena } from "../../server/testing/small_arena.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { withUtilities } from "../../server/testing/season.ts";
import { flipped, forged, Verifier, wrongOf } from "../../server/testing/verifier.ts";

const datasets = await servedDatasets();
const engine = await makeEngine(datasets);
const arena = await smallArena(engine, datasets);
const verifier = new Verifier(arena.files, engine, datasets);
const verified = verifier.verify.bind(verifier);
const withFiles = verifier.withFiles.bind(verifier);

const outcomes = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ step, outcome }) => `${step} ${outcome}`);

Deno.test("no file forges a line of the findings", async () => {
  const kind = "\r\u001b[2Kholds    season\nholds    season \u202e" + "x".repeat(5_000);
  const receipt = { payload: JSON.stringify({ kind }), keyId: "", signature: "" };
  const [, wrong] = await verified(receipt, {}, new Map());
  assertEquals(wrong?.outcome, "wrong");
  assertMatch(wrong?.text ?? "", /^the receipt is of kind \\u000d\\u001b\[2Kholds.{900,1000}…$/);
});

Deno.test("a season, its entries and an evaluation hold", async () => {
  const board = [
    "signature holds",
    "log holds",
    ...Array.from({ length: 5 }, () => "season holds"),
  ];
  const found = await verified(arena.files.get(`${SEASON_ID}/season.json`));
  const whole = [...board, ...board, "season holds", "season holds"];
  assertEquals(outcomes(found), whole, JSON.stringify(found, null, 1));
  for (const receipt of arena.entries) {
    assertEquals(outcomes(await verified(receipt)), ["signature holds", "log holds", "log holds"]);
  }
  const evaluated = await verified({ requestId: "r", data: { receipt: arena.evaluation } });
  assertEquals(outcomes(evaluated), ["signature holds", "log skipped", "evaluation holds"]);
});

Deno.test("what a receipt states of real maturities is run again, where they are here", async () => {
  const { real, ...rest } = JSON.parse(arena.evaluation.payload);
  assertEquals([real.panel, real.scoredDays, real.rows.length], ["susde-daily", 208, 4]);
  const last = async (statement: object, by: Verifier = verifier): Promise<string> => {
    const found = await by.verify(arena.key.sign(statement as Record<string, JsonValue>));
    const { outcome, text } = found.at(-1) ?? { outcome: "", text: "" };
    return `${outcome}: ${text}`;
  };
  assertMatch(await last({ ...rest, real }), /^holds: /);
  // Receipts of programs that did not know of them, or of other conditions.
  assertMatch(await last(rest), /^holds: /);
  const { whatIf, ...older } = rest;
  assertMatch(await last(older), /^holds: /);
  assertMatch(
    await last({ ...older, whatIf: { ...whatIf, breakEvenCapital: 7 } }),
    /^wrong: payload\/whatIf\/breakEvenCapital is 7, recomputed /,
  );
  const changed = { ...real, overIdle: { ...real.overIdle, low: 0.5 } };
  assertMatch(
    await last({ ...rest, real: changed }),
    /^wrong: payload\/real\/overIdle\/low is 0\.5, recomputed -?0/,
  );
  const few = datasets.slice(0, -1);
  const other = await makeEngine(few);
  const stranger = new Verifier(arena.files, other, few);
  const hash = real.rows.at(-1).datasetHash;
  assertEquals(
    await last({ ...rest, real }, stranger),
    `skipped: all but real is equal to the bit; real maturity ${hash} this program does not have`,
  );
  assertMatch(await last({ ...rest, real: null }), /^skipped: .* the arena did not have$/);
  assertMatch(await last({ ...rest, score: 1, real }, stranger), /^wrong: payload\/score is 1,/);
});

const [entry] = arena.entries;
const [board] = arena.boards;
assert(entry !== undefined && board !== undefined);
const [BOARD] = ["susde-daily"];

/** A sample of no entry: the flipped bits are found before the engine runs. */
const QUICK = { sample: 0 } as const;

Deno.test("a flipped bit of a receipt is named", async () => {
  for (const receipt of [entry, board, arena.evaluation]) {
    for (const bytes of flipped(encoded(receipt), 3)) {
      const wrong = wrongOf(await verified(bytes, QUICK));
      assertMatch(wrong, /^signature: /, new TextDecoder().decode(bytes));
    }
  }
});

Deno.test("a receipt of a stranger is not one of the arena", async () => {
  const stranger = signingKeyOf(new Uint8Array(32).fill(9));
  const signed = stranger.sign(JSON.parse(entry.payload));
  assertMatch(
    wrongOf(await verified(signed)),
    /^signature: the receipt is signed by key \w{16}, the arena has \w{16}, \w{16}$/,
  );
  const dressed = { ...signed, keyId: arena.key.keyId };
  assertMatch(wrongOf(await verified(dressed)), /^signature: the signature is not one of key/);
  const keys = encoded([{ ...arena.keys[0], publicKey: stranger.publicKey }]);
  assertMatch(
    wrongOf(await verified(dressed, {}, withFiles({ "keys.json": keys }))),
    /^signature: keys.json\/0\/keyId is \w{16}, its publicKey has \w{16}$/,
  );
  // Whoever trusts other keys than those of the folder names them.
  const trusted = [{ ...arena.keys[0], keyId: stranger.keyId, publicKey: stranger.publicKey }];
  assertMatch(
    wrongOf(await verified(entry, { keys: { list: trusted as never, place: "me" } })),
    /^signature: the receipt/,
  );
});

Deno.test("a key signs from its beginning to its end, and is in the log", async () => {
  const [old, next] = arena.keys;
  assert(old !== undefined && next !== undefined);
  const ends = (until: string): Folder =>
    withFiles({ "keys.json": encoded([{ ...old, until }, next]) });
  assertEquals(
    wrongOf(await verified(arena.evaluation, {}, ends("2026-11-03T00:00:00Z"))),
    `signature: the receipt was issued at 2026-11-03T00:00:00Z, its key ${old.keyId} is valid ` +
      "from 2026-10-01T00:00:00Z to 2026-11-03T00:00:00Z",
  );
  // Of an entry the log decides, which a thief of the key cannot write to.
  assertEquals(wrongOf(await verified(entry, {}, ends("2026-11-02T10:00:00Z"))), "");
  const bare = new Map([...ends("2026-11-02T10:00:00Z")].filter(([path]) => path !== "log.json"));
  assertMatch(wrongOf(await verified(entry, {}, bare)), /^log: .*log\.json is not in the folder$/);
  const other = JSON.parse(entry.payload);
  other.record.number = 9;
  const stolen = arena.key.sign(other);
  assertMatch(wrongOf(await verified(stolen)), /^log: leaf is/);

  const later = encoded([{ ...old, from: "2026-10-02T00:00:00Z" }, next]);
  assertMatch(
    wrongOf(await verified(entry, {}, withFiles({ "keys.json": later }))),
    /^log: the beginning of key \w{16} is "2026-10-02T00:00:00Z", recomputed "2026-10-01T00:00:00Z"$/,
  );
});

Deno.test("an operator who changes a result after the runs is named, although he signs it", async () => {
  const matrix = arena.files.get(`${SEASON_ID}/${BOARD}.f64`)?.slice() ?? new Uint8Array();
  const honest = new Float64Array(matrix.buffer)[70] ?? NaN;
  const scoring = withUtilities(engine, (...run) => {
    const found = engine.pathUtilities(...run);
    const at = found.indexOf(honest);
    if (at >= 0) found[at] = honest + 1e-15;
    return found;
  });
  const cheated = await smallArena(engine, datasets, { scoring });
  const [signed] = cheated.boards;
  assertMatch(
    wrongOf(await verified(signed, {}, cheated.files)),
    /^season: the utility of entry 3 on path 7 is [\d.]+, recomputed [\d.]+$/,
  );
  assert(wrongOf(await verified(signed, { sample: 0 }, cheated.files)) === "");
});

Deno.test("an operator who backdates an entry, or gives a key more than its entries, is named", async () => {
  const [first] = arena.entries;
  const { keyTag } = JSON.parse(first?.payload ?? "").record;
  const changes = [
    [
      { acceptedAt: "2026-11-02T10:00:02Z" },
      5,
      /^season: entry 5 is of .*02Z, the entry before it/,
    ],
    [{ keyTag }, 4, /^season: entry 4 is one that the key \w{16} has entered before$/],
    // The season takes entries until the second of its close.
    [{ acceptedAt: "2026-11-15T00:00:00Z" }, 5, /^season: entry 5 is of .*, the season of .* to /],
    // Neither is an instant: no page could count the entry in the last hour.
    [{ acceptedAt: "2026-11-14T23:59:60Z" }, 5, /\/acceptedAt is .*:60Z, must be an instant/],
    [{ acceptedAt: "2026-11-14T23:59:59" }, 5, /\/acceptedAt is .*:59, must be an instant/],
    [{ salt: "" }, 5, /\/salt is not 32 hexadecimal digits$/],
  ] as const;
  for (const [change, at, named] of changes) {
    const [receipt, files] = await forged(arena, (record) => {
      return record.kind === "entry" && record.number === at ? { ...record, ...change } : record;
    });
    assertMatch(wrongOf(await verified(receipt, QUICK, files)), named);
  }
});

Deno.test("an evaluation with another figure is named, although the arena signs it", async () => {
  const payload = JSON.parse(arena.evaluation.payload);
  const changes = [
    [{ score: payload.score + 1e-13 }, /payload\/score is [\d.]+, recomputed [\d.]+/],
    [{ trials: { ...payload.trials, count: 1, evaluated: 1 } }, /payload\/verdict\/pAdjusted/],
    [{ keyTag: "0".repeat(16), gates: [] }, /payload\/gates/],
    [{ candidate: { ...payload.candidate, capital: "1000" } }, /candidateHash/],
    [{ evidence: { ...payload.evidence, policyVersion: 99 } }, /policyVersion is 99/],
    [{ evidence: { ...payload.evidence, resultHash: "0" } }, /evidence\/resultHash/],
  ] as const;
  for (const [change, named] of changes) {
    const signed = arena.key.sign({ ...payload, ...change } as JsonValue);
    assertMatch(wrongOf(await verified(signed)), named);
  }
});

Deno.test("a noted head must be in the log, and no entry after it", async () => {
  const place = (receipt: Receipt): { index: number; head: string } =>
    JSON.parse(receipt.payload).log;
  const [first, last] = [arena.entries[0], arena.entries[4]];
  assert(first !== undefined && last !== undefined);
  assertEquals(wrongOf(await verified(board, { head: place(last) })), "");
  assertMatch(
    wrongOf(await verified(board, { head: place(first) })),
    /^season: an entry is record 4, after the noted head of 3$/,
  );
  const other = { ...place(last), head: "0".repeat(64) };
  assertMatch(wrongOf(await verified(board, { head: other })), /^log: the head after record 7/);
  assertMatch(wrongOf(await verified(board, { head: { ...other, index: 99 } })), /has 11 records/);
});

Deno.test("missing files are skipped and named", async () => {
  const only = new Map([...arena.files].filter(([path]) => path === "keys.json"));
  assertEquals(outcomes(await verified(entry, {}, only)), [
    "signature holds",
    "log holds",
    "log skipped",
  ]);
  const none = await verified(arena.evaluation, {}, new Map());
  assertEquals(outcomes(none), ["signature skipped", "log skipped", "evaluation holds"]);
  const one = withFiles({ [`${SEASON_ID}/ghousd-daily.json`]: null });
  const found = await verified(board, { sample: 1 }, one);
  assertEquals(wrongOf(found), "");
  assertMatch(found.map(({ text }) => text).join("\n"), /ghousd-daily.json is not in the folder/);
  assertMatch(found.map(({ text }) => text).join("\n"), /1 random entries of susde-daily/);
});

Deno.test("no file makes a verification fail in another way than by a finding", async () => {
  const [kinds, values] = [
    ["arena-entry-1", "arena-season-1", "arena-evaluation-1", "other", 7],
    [null, 1, -1.5, "x", [], {}, [null], { x: 1 }, "0".repeat(64)],
  ];
  for (const file of [null, 1, [], {}, { receipt: null }, { payload: 1 }, { data: 4 }, "é"]) {
    assertMatch(wrongOf(await verified(file)), /^signature: the file/);
  }
  assertMatch(wrongOf(await verified(new Uint8Array([255, 254]))), /is not JSON/);
  for (const receipt of [entry, board, arena.evaluation]) {
    const payload = JSON.parse(receipt.payload);
    for (const name of Object.keys(payload)) {
      for (const value of name === "kind" ? kinds : values) {
        const changed = { ...payload, [name]: value };
        const found = await verified(arena.key.sign(changed), { sample: 0 });
        const isSame = canonicalJson(changed) === receipt.payload;
        // Whoever holds the key may name any address and time; a tag is known to its owner alone.
        const isFree =
          ["issuer", "issuedAt", "keyTag"].includes(name) && typeof value === "string" ||
          // An arena may not have had the maturities: the step is skipped then.
          name === "real" && value === null;
        assert(isSame || isFree || wrongOf(found) !== "", `${name} ${JSON.stringify(value)}`);
      }
    }
  }
});
