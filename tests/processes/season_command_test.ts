import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import type { SeasonDefinition } from "../../server/contracts/season.ts";
import { StartError } from "../../server/base/errors.ts";
import { readCommand } from "../../server/cli/command_line.ts";
import { SEASON_COMMANDS } from "../../server/season/command/commands.ts";
import { checkReveal, type RevealParts } from "../../server/season/command/reveal_checks.ts";
import { readDefinition } from "../../server/season/command/season_definition.ts";
import { seasonVersions } from "../../server/season/jobs/season_boards.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { makeDatasets } from "../../server/testing/datasets.ts";
import { secretHashOf } from "../../server/season/rules/seeds.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { firstRound } from "../../server/season/rules/beacon.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { SECRET } from "../../server/testing/reveal.ts";
import { seasonOf } from "../../server/testing/season.ts";
import { Home } from "../../server/testing/server_process.ts";
import { BOARD, keyOf, rowOf } from "../season/published_rows.ts";
import { entryOf } from "../season/store_steps.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";

const CLOSES = "2099-01-01T00:00:00Z";

/** Runs a command on seasons; returns its exit code, and its output or its complaint. */
async function run(home: Home, ...words: string[]): Promise<readonly [number, string]> {
  const { code, stdout, stderr } = await home.run("season", words);
  return [code, code === 0 ? stdout : stderr];
}

function secretOf(home: Home, id: string): string {
  return `${home.folder}/secrets/${id}`;
}

/** The words that create a season; `changes` replace options. */
function creation(
  home: Home,
  id: string,
  changes: Readonly<Record<string, string>> = {},
): readonly string[] {
  const options = {
    "id": id,
    "title": "Autumn",
    "boards": "susde-daily,ghousd-hourly",
    "opens": "now",
    "closes": CLOSES,
    "secret-file": secretOf(home, id),
    ...changes,
  };
  return ["create", ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])];
}

function change(home: Home, statement: string): void {
  using file = openDatabase(home.arenaFile, OPERATING, SEASON_MIGRATIONS);
  file.exec(statement);
}

Deno.test("season create writes the secret to a file of its owner alone, and a season with its fingerprint", async () => {
  await using home = await Home.make();
  const [code, text] = await run(home, ...creation(home, "autumn-1"), "--json");
  assertEquals(code, 0, text);
  const secret = (await Deno.readTextFile(secretOf(home, "autumn-1"))).trim();
  const season = JSON.parse(text);
  assertEquals(season.secretHash, await secretHashOf(Uint8Array.fromHex(secret)));
  assert(!text.includes(secret));
  assertEquals([season.state, season.paths, season.entriesPerKey], ["open", 512, 5]);
  const round = firstRound(Date.parse(CLOSES) + 3_600_000);
  assertEquals(season.beacon, { network: "drand-quicknet", round });
  if (Deno.build.os !== "windows") {
    const { mode } = await Deno.stat(secretOf(home, "autumn-1"));
    assertEquals((mode ?? 0) & 0o777, 0o600);
  }
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ "secret-file": `${home.folder}/secrets/2` }, 'Cannot create "autumn-1": there is a season'],
    [{}, `Cannot write the secret to ${secretOf(home, "autumn-1")}: it exists already`],
    [{ "secret-file": `${home.folder}/data/secret` }, "which the server reads"],
    [
      { "secret-file": "/elsewhere/1" },
      "this command may use files of secrets/ only, put it there",
    ],
  ];
  await inTurn(wrong, async ([changes, sentence]) => {
    const [failed, complaint] = await run(home, ...creation(home, "autumn-1", changes));
    assertEquals(failed, 1);
    assertStringIncludes(complaint, sentence);
  });
  // A season that was not created leaves no secret behind, and keeps that of another.
  const files = (await Array.fromAsync(Deno.readDir(`${home.folder}/secrets`))).map(({ name }) =>
    name
  );
  assertEquals(files, ["autumn-1"]);
  assertEquals((await Deno.readTextFile(secretOf(home, "autumn-1"))).trim(), secret);
});

Deno.test("a season that may not be is refused by its option, with the value and what is allowed", async () => {
  await using home = await Home.make();
  const parts = {
    nowMs: Date.parse("2026-11-01T00:00:00Z"),
    boards: ["susde-hourly", "susde-daily", "ghousd-hourly"],
    versions: seasonVersions(await makeEngine(), await makeDatasets()),
    secretHash: "0".repeat(64),
  };
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ id: "A" }, 'Cannot create the season: --id is "A", must be 3 to 40 lower-case letters'],
    [{ id: "practice" }, '--id is "practice", is that of the practice boards'],
    [{ boards: "susde-daily,mars-daily" }, "must be different ones of susde-hourly"],
    [{ boards: "susde-daily,susde-daily" }, "must be different ones of"],
    [{ paths: "100" }, '--paths is "100", must be a multiple of 32 from 64 to 2048'],
    [
      { opens: "2020-01-01T00:00:00Z" },
      '--opens is "2020-01-01T00:00:00Z", must not be before now',
    ],
    [{ closes: "tomorrow" }, '--closes is "tomorrow", must be an instant in UTC'],
    [{ closes: "2020-01-01T00:00:00Z" }, "must be after the opening"],
    [{ "beacon-round": "9" }, "the round comes an hour after the close at the earliest"],
  ];
  for (const [changes, sentence] of wrong) {
    const [, ...words] = creation(home, "autumn-1", changes);
    const { values } = readCommand(SEASON_COMMANDS.create, words);
    assertThrows(() => readDefinition(values, parts), StartError, sentence);
  }
});

// Round 1,000 of drand-quicknet.
const SIGNATURE = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2ba" +
  "cbe47e4b6b63ed5e39";
const VALUE = await sha256Hex(Uint8Array.fromHex(SIGNATURE));

Deno.test("a reveal with another secret, other versions or a wrong beacon is refused", async () => {
  const definition = await seasonOf(await makeEngine(), await makeDatasets());
  const { versions } = definition;
  const beacon = { network: "drand-quicknet", round: 1_000 } as const;
  const published = { signature: SIGNATURE, value: VALUE };
  const wrong: readonly (readonly [Partial<SeasonDefinition>, Partial<RevealParts>, string])[] = [
    [{}, { secret: new Uint8Array(32) }, 'Cannot reveal "autumn-1": the secret has the'],
    [{ versions: { ...versions, formulaVersion: 99 } }, {}, "the season needs 99; run the"],
    [{ beacon }, { nowMs: 0 }, ", round 1000 of drand-quicknet is published at 20"],
    [{ beacon: { ...beacon, round: 999 } }, published, "must be the signature of round 999"],
    [{ beacon }, {}, "so --beacon-signature and --beacon-value must be the 96 and 64"],
    [{ beacon }, { ...published, value: "0".repeat(64) }, "must be --beacon-value"],
    [{}, published, "it has no beacon"],
  ];
  const none = { signature: undefined, value: undefined };
  const parts = { secret: SECRET, ...none, nowMs: Date.now(), versions };
  await inTurn(wrong, ([change, given, sentence]) =>
    assertRejects(
      () => checkReveal({ ...definition, ...change }, { ...parts, ...given }),
      StartError,
      sentence,
    ));
});

Deno.test("season reveal refuses before the close and without the secret, and reveals once", async () => {
  await using home = await Home.make();
  const round = firstRound(Date.parse(CLOSES) + 3_600_000);
  await run(home, ...creation(home, "autumn-1", { "beacon-round": String(round) }));
  const beacon = ["--beacon-signature", SIGNATURE, "--beacon-value", VALUE, "--json"];
  const reveal = (secret: string): Promise<readonly [number, string]> =>
    run(home, "reveal", "autumn-1", "--secret-file", secret, ...beacon);
  const own = secretOf(home, "autumn-1");
  const refused = async (sentence: string, secret = own): Promise<void> => {
    const [code, complaint] = await reveal(secret);
    assertEquals(code, 1, complaint);
    assertStringIncludes(complaint, sentence);
  };
  await refused('Cannot reveal "autumn-1": it is open, must be closed;');
  change(home, "UPDATE seasons SET opens_at = 0, closes_at = 1000");
  change(
    home,
    `UPDATE seasons SET definition = replace(definition, '"round":${round}', '"round":1000')`,
  );
  await Deno.writeTextFile(secretOf(home, "other"), `${"0".repeat(64)}\n`);
  await refused("the secret has the fingerprint", secretOf(home, "other"));
  const [code, text] = await reveal(own);
  assertEquals(code, 0, text);
  const season = JSON.parse(text);
  assertEquals([season.state, season.reveal.beaconSignature, season.reveal.beaconValue], [
    "revealed",
    SIGNATURE,
    VALUE,
  ]);
  await refused('Cannot reveal "autumn-1": it is revealed, must be closed;');
});

Deno.test("season void keeps the reason, season name hides a name, and both say what they found", async () => {
  await using home = await Home.make();
  await run(home, ...creation(home, "autumn-1"));
  const arena = openSqliteArena(home.arenaFile, { epochMs: () => Date.now() });
  try {
    await arena.seasons.enter(await entryOf("autumn-1", "key", 1, { board: "susde-daily" }));
    assertEquals((await run(home, "name", "autumn-1", "1", "--hide"))[0], 0);
    assert((await arena.seasons.entries("autumn-1"))[0]?.isNameHidden);
    const [, unknown] = await run(home, "name", "autumn-1", "2", "--hide");
    assertStringIncludes(unknown, '"autumn-1" has no such entry');
    await arena.signingKeys.add(keyOf("one", 0, null), null);
    const row = rowOf("key", 1, 100);
    await arena.published.publish(row, 20);
    assertEquals(await run(home, "unpublish", row.candidateHash, "--json"), [
      0,
      `{"candidateHash":"${row.candidateHash}","rows":1}\n`,
    ]);
    assertEquals((await arena.published.read(BOARD)).total, 0);
    const [, gone] = await run(home, "unpublish", row.candidateHash);
    assertStringIncludes(gone, `${row.candidateHash}: no board has this candidate`);
    const [, short] = await run(home, "unpublish", "0a");
    assertStringIncludes(short, 'its hash is "0a", must be 64 hexadecimal digits');
    const [code, text] = await run(home, "void", "autumn-1", "--reason", "The capital was wrong");
    assertEquals(code, 0, text);
    const [, again] = await run(home, "void", "autumn-1", "--reason", "Once more");
    assertStringIncludes(again, 'Cannot declare void "autumn-1": it is void, must be announced');
    const [, list] = await run(home, "list");
    assertStringIncludes(list, "autumn-1  void            1 entries  closes 2099-01-01");
    const [, shown] = await run(home, "show", "autumn-1");
    assertStringIncludes(shown, "void      The capital was wrong, at ");
    const [exported] = await run(home, "export", "autumn-1", `${home.folder}/out`);
    assertEquals(exported, 0);
    const file = await Deno.readTextFile(`${home.folder}/out/autumn-1/season.json`);
    assertEquals(JSON.parse(file).voided.reason, "The capital was wrong");
    const [, both] = await run(home, "export", "--all", "autumn-1", `${home.folder}/out`);
    assertStringIncludes(both, "Cannot export: give ID and DIR, or --all and DIR");
    const [, none] = await run(home, "show", "autumn-9");
    assertStringIncludes(none, 'Cannot show "autumn-9": there is no such season');
  } finally {
    await arena.close();
  }
});
