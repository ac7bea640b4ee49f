import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openDatabase } from "../../server/store/database.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { poll } from "../../server/testing/until.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import type { Served } from "../../server/testing/served.ts";
import { Home } from "../../server/testing/server_process.ts";

/** Runs a command on the keys that must succeed; returns the JSON that it prints. */
// deno-lint-ignore no-explicit-any -- each command has a form of its own
async function keys(home: Home, ...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await home.run("keys", [...words, "--json"]);
  assertEquals([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}

function makeKey(home: Home, name = "bot"): Promise<{ id: string; key: string }> {
  return keys(home, "create", "--name", name, "--scopes", "strategy:read");
}

async function ask(server: Served, key: string): Promise<Response> {
  const response = await fetch(`${server.origin}/v1/families`, { headers: { "x-api-key": key } });
  await response.text();
  return response;
}

Deno.test("a key is updated, shown and reset to the defaults", async () => {
  await using home = await Home.make();
  const { id } = await makeKey(home);
  const limits = {
    unitsPerSecond: 7,
    simulationsInFlight: null,
    evaluationsInFlight: 3,
    searchUnitsPerDay: 5_000_000,
    searchesAtOnce: null,
  };
  const changed = await keys(
    home,
    "update",
    id,
    "--name",
    "robot",
    "--scopes",
    "strategy:read,evaluation:run",
    "--expires",
    "2999-01-01T00:00:00Z",
    "--units",
    "7",
    "--evaluations",
    "3",
    "--search-units",
    "5000000",
  );
  assertEquals(changed.limits, limits);
  assertEquals(changed.expiresAt, "2999-01-01T00:00:00.000Z");
  assertEquals([changed.name, changed.scopes], ["robot", ["strategy:read", "evaluation:run"]]);
  assertEquals(await keys(home, "show", id), changed);
  const back = await keys(home, "update", id, "--no-expiry", "--units", "default");
  assertEquals(back, { ...changed, expiresAt: null, limits: { ...limits, unitsPerSecond: null } });
  const { stdout } = await home.run("keys", ["show", id]);
  assertMatch(stdout, /^id .*\nname +robot\n.*\nunits per second +default\n/s);
});

Deno.test("keys are listed by part of their name, with the time of a revocation", async () => {
  await using home = await Home.make();
  const made = await inTurn(["red bot", "Blue Bot", "other"], (name) => makeKey(home, name));
  const before = new Date().toISOString();
  const revoked = await keys(home, "revoke", made[1]?.id ?? "");
  assertEquals([revoked.status, revoked.revokedAt >= before], ["revoked", true]);
  const listed = await keys(home, "list", "--name", "BOT");
  assertEquals(listed.map(({ name }: { name: string }) => name), ["red bot", "Blue Bot"]);
  assertEquals(listed[1], revoked);
  assert(!("hash" in revoked) && !("key" in revoked));
  assertEquals((await keys(home, "revoke", revoked.id)).revokedAt, revoked.revokedAt);
  const { stdout } = await home.run("keys", ["list", "--name", "blue"]);
  assertStringIncludes(stdout, `${revoked.id}  revoked ${revoked.revokedAt}  strategy:read`);
});

Deno.test("a rotated key works at once, and the old one until the grace period ends", async () => {
  await using home = await Home.make();
  const { id, key } = await makeKey(home);
  await using server = await LocalServer.in(home);
  assertEquals((await ask(server, key)).status, 200);
  const rotated = await keys(home, "rotate", id);
  assertMatch(rotated.key, new RegExp(`^sa_${id}_`));
  const graceMs = Date.parse(rotated.previousExpiresAt) - Date.now();
  assertEquals(Math.round(graceMs / 3_600_000), 24);
  assertEquals((await ask(server, rotated.key)).status, 200);
  assertEquals((await ask(server, key)).status, 200);
  const last = await keys(home, "rotate", id, "--grace", "0");
  assertEquals(last.previousExpiresAt, null);
  assertEquals((await ask(server, last.key)).status, 200);
  // A change takes effect when a record is read again.
  const isRefused = ({ status }: Response): boolean => status === 401;
  await poll("the end of the key", () => ask(server, rotated.key), isRefused);
  assertEquals((await ask(server, key)).status, 401);
});

Deno.test("a change of a key that fails is explained in a sentence", async () => {
  await using home = await Home.make();
  const { id } = await makeKey(home);
  const database = openDatabase(home.keysFile);
  // Stands for a full disk, which a test cannot have everywhere.
  for (const event of ["INSERT", "UPDATE"]) {
    database.exec(`CREATE TRIGGER full_${event} BEFORE ${event} ON keys BEGIN
      SELECT RAISE(ABORT, 'database or disk is full'); END`);
  }
  database.close();
  const commands = [
    ["create", "--name", "x", "--scopes", "strategy:read"],
    ["revoke", id],
    ["rotate", id],
    ["update", id, "--name", "x"],
  ];
  const outcomes = await Promise.all(commands.map((words) => home.run("keys", words)));
  const sentence = `Cannot use the keys in ${home.keysFile}: database or disk is full\n`;
  for (const { code, stdout, stderr } of outcomes) {
    assertEquals([code, stdout, stderr], [1, "", sentence]);
  }
});

Deno.test("a wrong change of a key names the accepted values", async () => {
  await using home = await Home.make();
  const nothing = await home.run("keys", ["revoke", "nobody"]);
  assertStringIncludes(nothing.stderr, `Cannot use the keys in ${home.keysFile}: there is no such`);
  const { id } = await makeKey(home);
  const gone = await makeKey(home, "gone");
  await keys(home, "revoke", gone.id);
  const cases: [string[], string][] = [
    [["update", id], `Cannot update "${id}": no change was given`],
    [["update", "nobody", "--name", "x"], 'Cannot update "nobody": there is no such key'],
    [["update", id, "--units", "0"], '--units is "0", must be from 1 to 1000000000, or "default"'],
    [["update", id, "--evaluations", "many"], "--evaluations is"],
    [["update", id, "--expires", "2999-01-01T00:00:00Z", "--no-expiry"], "not both"],
    [["update", id, "--grace", "1h"], "Cannot read --grace: keys update has no such option"],
    [["rotate", id, "--grace", "soon"], '--grace is "soon", must be 0 or a number with s, m, h'],
    [["rotate", gone.id], `Cannot rotate "${gone.id}": it is revoked`],
    [["show", "nobody"], 'Cannot show "nobody": there is no such key'],
    [["create", "--scopes", "strategy:read"], "Cannot run keys create: --name is missing\nUsage:"],
    [["create", "--name", "", "--scopes", "strategy:read"], "--name must have 1 to 100 characters"],
    [["create", "--name", "x", "--scopes", "all"], '--scopes is "all", must be some of strategy'],
    [["create", "--name", "x", "--scopes", "strategy:read", "--expires", "2020"], "--expires is"],
    [["revoke", "nobody"], 'Cannot revoke "nobody": there is no such key'],
    [["delete"], "Usage:"],
    [["list", "--colour"], "Cannot read --colour: keys list has no such option\nUsage: keys list "],
    [["show"], "Usage:"],
    [["list", id], "Usage:"],
    [["toString"], "Usage:"],
  ];
  const outcomes = await inTurn(cases, ([words]) => home.run("keys", words));
  outcomes.forEach(({ code, stderr }, index) => {
    assertEquals(code, 1);
    assertStringIncludes(stderr, cases[index]?.[1] ?? "");
  });
});
