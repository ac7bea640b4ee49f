import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Entered, EntryList, SeasonList } from "../../server/contracts/season.ts";
import { keyIdOf } from "../../server/auth/api_key.ts";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import { isSigned } from "../../server/season/rules/receipt.ts";
import { keyTagOf } from "../../server/season/rules/key_tag.ts";
import { leafOf } from "../../server/season/rules/log.ts";
import { type Arena, CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { simulated } from "../../server/testing/requests.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

const SEASON = "autumn-1";
const ENTRIES = `${FAMILY}/seasons/${SEASON}/entries`;
const WEEK_MS = 7 * 86_400_000;

function candidateOf(period: number): typeof CANDIDATE {
  const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
  return { ...CANDIDATE, components };
}

async function enter(arena: Arena, body: unknown, key = arena.key): Promise<Response> {
  arena.clock.advance(1_000);
  return await arena.post(ENTRIES, body, { "x-api-key": key });
}

async function entered(arena: Arena, body: unknown, key = arena.key): Promise<Entered> {
  return await expectOk(await enter(arena, body, key), "enterSeason") as Entered;
}

async function listed(arena: Arena, key = arena.key): Promise<EntryList["entries"]> {
  const response = await arena.request(ENTRIES, { headers: { "x-api-key": key } });
  return (await expectOk(response, "listEntries") as EntryList).entries;
}

/** Everything of the arena that a key can read, its own entries left out, and the public folder. */
async function visible(arena: Arena, key: string): Promise<string> {
  const headers = { "x-api-key": key };
  const paths = [
    `${FAMILY}/seasons`,
    ENTRIES,
    "/arena/seasons.json",
    "/arena/log.json",
    "/arena/log-1.json",
    `/arena/${SEASON}/season.json`,
    `/arena/${SEASON}/names.json`,
    `/arena/${SEASON}/entries-1.json`,
    `/arena/${SEASON}/susde-hourly.json`,
  ];
  const texts = await inTurn(paths, async (path) => {
    arena.clock.advance(11_000);
    return await (await arena.request(path, { headers })).text();
  });
  return texts.join("\n");
}

Deno.test("two spellings of a text are one entry, with the hash of their simulation", async () => {
  const arena = await makeArena();
  const spelled = (target: string): unknown => ({
    marketId: 1,
    components: [{ strategyId: "expression", strategyParams: { target } }],
  });
  const { entry } = await entered(arena, { candidate: spelled("impliedApy>5%") });
  const again = await enter(arena, { candidate: spelled("( impliedApy  >  0.05 )") });
  assertEquals([again.status, (await again.json()).data.entry.number], [200, entry.number]);
  const run = await arena.post(`${FAMILY}/simulations/summary`, spelled("impliedApy > 0.05"));
  assertEquals(entry.candidateHash, (await run.json()).data.evidence.candidateHash);
});

Deno.test("an entry has the hash of its simulation, a leaf in the log and a signed receipt", async () => {
  const arena = await makeArena();
  const { entry, receipt } = await entered(arena, { candidate: CANDIDATE, name: "Carry 7" });
  const evidence = Object((await simulated(arena))["evidence"]);
  assertEquals([entry.candidateHash, entry.board], [evidence.candidateHash, "susde-hourly"]);
  const log = (await arena.arenaStore.seasons.log(0, 10)).at(-1);
  assertEquals(log?.leaf.toHex(), entry.leaf);
  assert(receipt !== null);
  assert(await isSigned(receipt, signingKeyOf(new Uint8Array(32).fill(9))));
  const { kind, record, leaf, log: place } = JSON.parse(receipt.payload);
  assertEquals([kind, leaf, place], ["arena-entry-1", entry.leaf, {
    index: log?.index,
    head: log?.head.toHex(),
  }]);
  assertEquals(record.keyTag, await keyTagOf(SEASON, keyIdOf(arena.key) ?? ""));
  assertEquals((await leafOf(record)).toHex(), entry.leaf);
});

Deno.test("another spelling of a candidate of the key is the same entry, answered with 200", async () => {
  const arena = await makeArena();
  const { entry } = await entered(arena, { candidate: CANDIDATE });
  const spelled = {
    ...CANDIDATE,
    timeframe: "hourly",
    capital: "100000.00",
    submissionId: "again",
  };
  const again = await enter(arena, { candidate: spelled, name: "Another name" });
  assertEquals([again.status, (await again.json()).data.entry], [200, entry]);
  arena.clock.advance(2 * WEEK_MS);
  const late = await enter(arena, { candidate: CANDIDATE });
  assertEquals([late.status, (await late.json()).data.entry], [200, entry]);
});

Deno.test("an entry after the close is refused, and the refusal says when it closed", async () => {
  const arena = await makeArena();
  arena.clock.advance(2 * WEEK_MS);
  const refused = await enter(arena, { candidate: candidateOf(9) });
  const { state, closesAt, detail } = await expectProblem(refused, "SEASON_NOT_OPEN");
  assertEquals([state, closesAt], ["closed", "2026-06-08T00:00:00Z"]);
  assertStringIncludes(String(detail), "closed");
});

Deno.test("a server of other rules than the season's takes no entry, and says which program does", async () => {
  const arena = await makeArena();
  const { seasons } = arena.arenaStore;
  const definition = (await seasons.find(SEASON))?.definition;
  assert(definition !== undefined);
  const { versions } = definition;
  const others = { older: { catalogueHash: "0".repeat(64) }, patched: { engineVersion: "0.0.1" } };
  await inTurn(Object.entries(others), async ([seasonId, change]) => {
    await seasons.create({ ...definition, seasonId, versions: { ...versions, ...change } });
  });
  const enterOther = async (seasonId: string): Promise<Response> =>
    await arena.post(ENTRIES.replace(SEASON, seasonId), { candidate: CANDIDATE });
  const refused = await expectProblem(await enterOther("older"), "SEASON_NOT_OPEN");
  assertEquals(refused.state, "open");
  assertStringIncludes(
    refused.detail,
    `the season needs ${"0".repeat(64)}; run the program of engine ${versions.engineVersion}`,
  );
  assertEquals((await seasons.entries("older")).length, 0);
  // The same rules in another engine give the same numbers.
  await expectOk(await enterOther("patched"), "enterSeason");
});

Deno.test("a wrong entry is refused by field, and takes nothing of the quota", async () => {
  const arena = await makeArena();
  const many = await makeArena();
  const definition = (await many.arenaStore.seasons.find(SEASON))?.definition;
  assert(definition !== undefined);
  const daily = { ...definition, seasonId: "daily", boards: ["susde-daily"], capital: "5000" };
  await arena.arenaStore.seasons.create(daily);
  const wrong = [
    [ENTRIES, {}, "/candidate required"],
    [ENTRIES, [], "/candidate required"],
    [ENTRIES, { candidate: 7 }, "/candidate wrong_type"],
    [ENTRIES, { candidate: { ...CANDIDATE, marketId: 99 } }, "/candidate/marketId not_allowed"],
    [ENTRIES, { candidate: CANDIDATE, note: 1 }, "/note unknown_property"],
    [ENTRIES, { candidate: CANDIDATE, name: 7 }, "/name wrong_type"],
    [ENTRIES, { candidate: CANDIDATE, name: { toString: 7 } }, "/name wrong_type"],
    [ENTRIES, { candidate: CANDIDATE, name: "<b>" }, "/name not_allowed"],
    [ENTRIES, { candidate: CANDIDATE, name: "Idle" }, "/name not_allowed"],
    [
      ENTRIES.replace(SEASON, "daily"),
      { candidate: CANDIDATE },
      "/candidate/marketId not_allowed, /candidate/capital not_allowed",
    ],
  ] as const;
  await inTurn(wrong, async ([path, body, expected]) => {
    arena.clock.advance(1_000);
    const problem = await expectProblem(await arena.post(path, body), "REQUEST_VALIDATION_FAILED");
    const faults = problem.fieldErrors?.map(({ path, code }) => `${path} ${code}`).join(", ");
    assertEquals(faults, expected);
    assertStringIncludes(problem.detail, "Cannot enter: ");
  });
  await expectProblem(await enter(arena, '{"candidate":{},"candidate":{}}'), "MALFORMED_JSON");
  await expectProblem(await enter(arena, " ".repeat(65_537)), "PAYLOAD_TOO_LARGE");
  assertEquals(await listed(arena), []);
});

Deno.test("a key has its number of entries; a flood of others is refused at their price", async () => {
  const arena = await makeArena();
  await inTurn([5, 6, 7, 8, 9], (period) => entered(arena, { candidate: candidateOf(period) }));
  const refused = await enter(arena, { candidate: candidateOf(10) });
  const { limit, used, retryAfterMs } = await expectProblem(refused, "ENTRY_QUOTA_EXCEEDED");
  assertEquals([limit, used, retryAfterMs], [5, 5, undefined]);
  assertEquals(refused.headers.get("retry-after"), null);
  assertEquals(arena.records.at(-1)?.cost, 10);
  const end = await arena.arenaStore.seasons.logEnd();
  await inTurn([11, 12, 13], (period) => enter(arena, { candidate: candidateOf(period) }));
  assertEquals(await arena.arenaStore.seasons.logEnd(), end);
  // Another key is not charged for it.
  await entered(arena, { candidate: candidateOf(5) }, await arena.addKey());
});

Deno.test("before the reveal, nobody but its key sees an entry; of a void season nobody ever does", async () => {
  const arena = await makeArena();
  const neighbour = await arena.addKey();
  const { entry } = await entered(arena, { candidate: candidateOf(9), name: "Carry 7" });
  const secrets = [entry.candidateHash, entry.salt, entry.keyTag, "Carry 7", '"period"'];
  const shown = async (): Promise<readonly string[]> => {
    const text = await visible(arena, neighbour);
    assertStringIncludes(text, entry.leaf, "the leaf is public at once");
    return secrets.filter((secret) => text.includes(secret));
  };
  assertEquals(await shown(), []);
  assertEquals([await listed(arena, neighbour), (await listed(arena)).length], [[], 1]);
  arena.clock.advance(2 * WEEK_MS);
  assertEquals(await shown(), []);
  const { seasons } = arena.arenaStore;
  const another = await makeArena();
  const hidden = await entered(another, { candidate: candidateOf(9), name: "Carry 7" });
  await another.arenaStore.seasons.void(SEASON, "wrong capital");
  const text = await visible(another, await another.addKey());
  for (const secret of [hidden.entry.candidateHash, hidden.entry.salt, "Carry 7"]) {
    assert(!text.includes(secret), secret);
  }
  await seasons.reveal(SEASON, REVEAL);
  assertEquals(await shown(), secrets);
});

Deno.test("a key hides the name of its own entry, and no other key does", async () => {
  const arena = await makeArena();
  const neighbour = await arena.addKey();
  await entered(arena, { candidate: CANDIDATE, name: "Carry 7" });
  const hide = (key: string, number: string): Promise<Response> =>
    arena.request(`${ENTRIES}/${number}/name`, { method: "DELETE", headers: { "x-api-key": key } });
  await expectProblem(await hide(neighbour, "1"), "SEASON_NOT_FOUND");
  await expectProblem(await hide(arena.key, "0"), "SEASON_NOT_FOUND");
  assertEquals((await listed(arena))[0]?.entry.name, "Carry 7");
  await expectOk(await hide(arena.key, "1"), "hideEntryName");
  assertEquals((await listed(arena))[0]?.entry.name, "");
});

Deno.test("the list of seasons has the counts of all keys, and nothing of the entries", async () => {
  const arena = await makeArena();
  await entered(arena, { candidate: CANDIDATE });
  await entered(arena, { candidate: CANDIDATE }, await arena.addKey());
  const response = await arena.request(`${FAMILY}/seasons`);
  const { seasons: [season] } = await expectOk(response, "listSeasons") as SeasonList;
  assertEquals([season?.state, season?.counts["susde-hourly"]], ["open", 2]);
  await entered(arena, { candidate: candidateOf(9) });
  const [later] =
    (await expectOk(await arena.request(`${FAMILY}/seasons`), "listSeasons") as SeasonList)
      .seasons;
  assertEquals(later?.counts["susde-hourly"], 3, "a key finds its entry counted");
  assertEquals([season?.leaders, season?.closedHead, season?.reveal], [null, null, null]);
});

Deno.test("while the store is away an entry is OVERLOADED, and tells that it may be sent again", async () => {
  const arena = await makeArena();
  arena.closeSearches();
  const problem = await expectProblem(await enter(arena, { candidate: CANDIDATE }), "OVERLOADED");
  assertStringIncludes(problem.detail, "the same request again returns it");
  assert((problem.retryAfterMs ?? 0) > 0);
});

Deno.test("an entry is priced as the simulation of its candidate is, and refused above the budget", async () => {
  const arena = await makeArena();
  const portfolio = (count: number): typeof CANDIDATE => ({
    ...CANDIDATE,
    components: Array.from({ length: count }, (_, at) => ({
      strategyId: "yield-rsi",
      strategyParams: { period: 9 + at },
      weightBps: at === 0 ? 10_000 - 500 * (count - 1) : 500,
    })),
  });
  const costs = async (candidate: unknown): Promise<number | undefined> => {
    await enter(arena, { candidate });
    return arena.records.at(-1)?.cost;
  };
  assertEquals(await inTurn([1, 3, 5], (count) => costs(portfolio(count))), [10, 30, 50]);
  const refused = await enter(arena, { candidate: portfolio(6) });
  const problem = await expectProblem(refused, "COMPUTE_BUDGET_EXCEEDED");
  arena.clock.advance(1_000);
  const simulated = await arena.post(`${FAMILY}/simulations/summary`, portfolio(6));
  assertEquals(problem.detail, (await expectProblem(simulated, "COMPUTE_BUDGET_EXCEEDED")).detail);
  assertEquals((await listed(arena)).length, 3);
  // Wrong fields are the season's to name.
  const wrong = await enter(arena, { candidate: { ...CANDIDATE, capital: "1e3" }, name: 7 });
  const { fieldErrors } = await expectProblem(wrong, "REQUEST_VALIDATION_FAILED");
  assertEquals(fieldErrors?.map(({ path }) => path), ["/candidate/capital", "/name"]);
  assertEquals([arena.records.at(-1)?.cost, await costs(undefined)], [1, 1]);
});
