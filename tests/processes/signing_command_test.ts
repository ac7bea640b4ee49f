import { assert, assertEquals, assertMatch } from "@std/assert";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import { systemClock } from "../../server/base/clock.ts";
import { isVouchedFor } from "../../server/season/rules/published_keys.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { until } from "../../server/testing/until.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { type Outcome } from "../../server/testing/programs.ts";
import { Home } from "../../server/testing/server_process.ts";

interface Signing {
  readonly home: Home;
  readonly file: string;
  run(...words: readonly string[]): Promise<Outcome>;
}

async function withSigning(work: (signing: Signing) => Promise<void>): Promise<void> {
  await using home = await Home.make();
  const file = `${home.folder}/data/signing.key`;
  const run = (...words: readonly string[]): Promise<Outcome> =>
    home.run("signing", [...words], { ARENA_SIGNING_KEY_FILE: file });
  await work({ home, file, run });
}

async function succeeding(outcome: Promise<Outcome>): Promise<string> {
  const { code, stdout, stderr } = await outcome;
  assertEquals([code, stderr], [0, ""]);
  return stdout;
}

Deno.test("a key is made, rotated and listed, and the log vouches for each", () =>
  withSigning(async ({ home, file, run }) => {
    const first = JSON.parse(await succeeding(run("create", "--json")));
    assertEquals((await Deno.stat(file)).mode ?? 0, 0o100600);
    const seed = Uint8Array.fromHex((await Deno.readTextFile(file)).trim());
    assertEquals(signingKeyOf(seed).keyId, first.keyId);
    assertMatch(
      (await run("create")).stderr,
      /the arena signs with key \w{16}, run signing rotate/,
    );

    assertMatch(await succeeding(run("rotate")), /^Key \w{16} signs; key \w{16} ends at .*Z\.\n$/);
    const [old, next] = JSON.parse(await succeeding(run("list", "--json")));
    assertEquals([old.keyId, next.until], [first.keyId, null]);
    // Both sign while running servers read the new file.
    assertEquals(Date.parse(old.until) - Date.parse(next.from), 10_000);
    const { stderr } = await run("rotate", "--until", "1999-01-01T00:00:00Z");
    const [, began = "", example = ""] = /after (\S+), .* such as (\S+)\n$/s.exec(stderr) ?? [];
    assertEquals([began, Date.parse(example) - Date.parse(began)], [next.from, 1_000]);

    const arena = openSqliteArena(home.arenaFile, systemClock);
    try {
      const records = (await arena.seasons.log(0, 10)).map(({ record }) => record);
      assertEquals(records.map((record) => record?.kind), ["key", "key"]);
      const [, record] = records;
      assert(record?.kind === "key" && await isVouchedFor(record, old));
    } finally {
      await arena.close();
    }
    const ended = new RegExp(`key ${next.keyId} ends at ${example}`);
    assertMatch(await succeeding(run("rotate", "--until", example)), ended);
  }));

Deno.test("a rotation that died between log and file is finished by the next one", () =>
  withSigning(async ({ file, run }) => {
    await succeeding(run("create"));
    const before = await Deno.readTextFile(file);
    const next = JSON.parse(await succeeding(run("rotate", "--json")));
    await Deno.rename(file, `${file}.new`);
    await Deno.writeTextFile(file, before, { mode: 0o600 });
    assertEquals(JSON.parse(await succeeding(run("rotate", "--json"))).keyId, next.keyId);
    const seed = Uint8Array.fromHex((await Deno.readTextFile(file)).trim());
    assertEquals(signingKeyOf(seed).keyId, next.keyId);

    await Deno.writeTextFile(file, before, { mode: 0o600 });
    assertMatch((await run("rotate")).stderr, /which is not the one in .*; bring its file back/);
  }));

Deno.test("a key needs a file of its own, which only its owner can read", () =>
  withSigning(async ({ home, file, run }) => {
    const none = await home.run("signing", ["create"]);
    assertMatch(none.stderr, /^Cannot find the signing key: ARENA_SIGNING_KEY_FILE is not set/);
    assertMatch((await run("rotate")).stderr, /there is none, run signing create/);
    await succeeding(run("create"));
    await Deno.chmod(file, 0o644);
    assertMatch((await run("rotate")).stderr, /its mode is 0644, must be 0600/);
    const started = await home.run("start", [], { ARENA_SIGNING_KEY_FILE: file });
    assertEquals(started.code, 1);
    assertMatch(started.stderr, /its mode is 0644, must be 0600; run chmod 600/);
    await Deno.remove(file);
    assertMatch((await run("create")).stderr, /its file .* is missing, bring it back/);
  }));

Deno.test("a server whose key is not that of the log says so", () =>
  withSigning(async ({ home, file, run }) => {
    await succeeding(run("create"));
    await Deno.writeTextFile(file, `${"5".repeat(64)}\n`, { mode: 0o600 });
    await using server = await LocalServer.in(home, { ARENA_SIGNING_KEY_FILE: file });
    await server.patientClient().listSeasons();
    await until(() => server.log.includes("Receipts are not valid: the key of"), "the report");
    assertMatch(server.log, /is \w{16}, the arena's is \w{16}, copy its file/);
  }));
