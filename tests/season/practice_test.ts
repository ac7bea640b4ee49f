import { assert, assertEquals } from "@std/assert";
import type { Leaderboard, PublishRequest } from "../../server/contracts/leaderboard.ts";
import { type Arena, CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { publication } from "../../server/testing/practice.ts";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import { keyRecordOf } from "../../server/season/rules/published_keys.ts";
import { secondOf } from "../../server/season/rules/records.ts";

const BOARD = `${FAMILY}/leaderboard`;
const hourly = "susde-hourly";

function candidateOf(strategyId: string, strategyParams = {}): unknown {
  return { marketId: 1, components: [{ strategyId, strategyParams }] };
}

interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- a success or a problem
  readonly body: any;
}

async function publish(arena: Arena, body: unknown, key = arena.key): Promise<Answer> {
  const response = await arena.post(BOARD, body, { "x-api-key": key });
  arena.clock.advance(1000);
  return { status: response.status, body: await response.json() };
}

async function read(arena: Arena, query = "", board = hourly): Promise<Leaderboard> {
  const response = await arena.request(`${BOARD}/${board}${query}`);
  arena.clock.advance(1000);
  return (await response.json()).data;
}

const shown = ({ rows }: Pick<Leaderboard, "rows">): readonly unknown[] =>
  rows.map(({ rank, line, name }) => line ?? [rank, name]);

Deno.test("a board has hold, idle and what keys published, by score or by edge", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const names = ["yield-rsi", "discount-zscore", "yield-macd"];
  await inTurn(names, async (name) => {
    const body = await publication(arena, { candidate: candidateOf(name), name });
    assertEquals((await publish(arena, body)).status, 201);
  });
  const byScore = await read(arena);
  assertEquals(byScore.total, 3);
  const scores = byScore.rows.map(({ score }) => score);
  assertEquals(scores, scores.toSorted((one, other) => other - one));
  assertEquals(byScore.rows.find(({ line }) => line === "hold")?.score, 100);
  const places = byScore.rows.filter(({ line }) => line === null).map(({ rank }) => rank ?? 0);
  assertEquals(places, places.toSorted((one, other) => one - other));
  assertEquals(places[0], 1);

  const file = await arena.fetch(new Request(`http://arena/arena/practice/${hourly}.json`));
  assertEquals(await file.json(), byScore);
  const { rows: edges } = await read(arena, "?sort=edge");
  assertEquals(
    edges.map(({ edge }) => edge),
    edges.map(({ edge }) => edge).toSorted((one, other) => other - one),
  );
  const eligible = await read(arena, "?eligible=true");
  assert(eligible.rows.every((row) => row.line !== null || row.eligible));
  const page = await read(arena, "?from=1&most=2");
  assertEquals(shown(page), shown(byScore).slice(1, 3));
  assertEquals((await read(arena, "", "ghousd-daily")).total, 0);
});

Deno.test("publishing again renames, equal candidates are one row of the first key, withdrawing deletes", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const other = await arena.addKey();
  const mine = await publication(arena, { name: "Mine" });
  const theirs = await publication(arena, { key: other, name: "Theirs" });
  const first = await publish(arena, mine);
  assertEquals([first.status, first.body.data.replaced], [201, false]);
  assertEquals((await publish(arena, theirs, other)).status, 201);
  const again = await publish(arena, { ...mine, name: "Ours" });
  assertEquals([again.status, again.body.data.replaced], [200, true]);
  const rows = (await read(arena)).rows.filter(({ line }) => line === null);
  assertEquals(rows.map(({ name, others }) => [name, others]), [["Ours", 1]]);

  const { candidateHash } = first.body.data;
  const withdraw = (key: string): Promise<unknown> =>
    arena.request(`${BOARD}/${hourly}/${candidateHash}`, {
      method: "DELETE",
      headers: { "x-api-key": key },
    }).then((response) => response.json()).then(({ data }) => data.removed);
  assertEquals([await withdraw(arena.key), await withdraw(arena.key)], [true, false]);
  assert(shown(await read(arena)).includes("hold"));
  assertEquals((await read(arena)).rows.filter(({ line }) => line === null)[0]?.name, "Theirs");
});

Deno.test("a hostile key publishes no receipt but its own, unchanged", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const hostile = await arena.addKey();
  const victim = await publication(arena);
  const payload = JSON.parse(victim.receipt.payload);
  const stranger = signingKeyOf(new Uint8Array(32).fill(5));
  const edited = {
    ...victim.receipt,
    payload: victim.receipt.payload.replace(/"score":\d/, '"score":9'),
  };
  const withReceipt = (receipt: PublishRequest["receipt"]): unknown => ({ receipt, name: "x" });
  const cases: readonly (readonly [string, unknown])[] = [
    ["keyTag", victim],
    ["signature", withReceipt(edited)],
    ["signature", withReceipt({ ...victim.receipt, signature: `${"A".repeat(86)}==` })],
    ["keyId", withReceipt(stranger.sign(payload))],
    ["signature", withReceipt({ ...stranger.sign(payload), keyId: victim.receipt.keyId })],
    [
      "payload",
      await publication(arena, { key: hostile, changes: { gates: ["x".repeat(17_000)] } }),
    ],
    ["kind", await publication(arena, { key: hostile, changes: { kind: "arena-entry-1" } })],
    [
      "issuer",
      await publication(arena, { key: hostile, changes: { issuer: "https://b.example" } }),
    ],
    [
      "issuedAt",
      await publication(arena, { key: hostile, changes: { issuedAt: "2020-01-01T00:00:00Z" } }),
    ],
    [
      "candidate",
      await publication(arena, {
        key: hostile,
        changes: { candidate: { ...payload.candidate, marketId: 77 } },
      }),
    ],
  ];
  await inTurn(cases, async ([check, body]) => {
    const answer = await publish(arena, body, hostile);
    assertEquals([answer.status, answer.body.code, answer.body.check], [
      422,
      "RECEIPT_INVALID",
      check,
    ]);
  });
  const stale = await publication(arena, {
    key: hostile,
    changes: { evidence: { ...payload.evidence, datasetHash: "0".repeat(64) } },
  });
  const answer = await publish(arena, stale, hostile);
  assertEquals([answer.status, answer.body.code], [409, "SIMULATION_STALE"]);
  assertEquals((await read(arena)).total, 0);
});

Deno.test("names are in one script, bodies small, and boards official", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const body = await publication(arena);
  await inTurn(["раypal", "hold", "", " x", "a\u202eb", 7, "x".repeat(41)], async (name) => {
    const answer = await publish(arena, { ...body, name });
    assertEquals([answer.status, answer.body.fieldErrors[0].path], [400, "/name"], String(name));
  });
  const long = await publish(arena, { ...body, name: "x".repeat(41) });
  assertEquals(long.body.fieldErrors[0].message, "must have 1 to 40 characters");
  // Characters are counted, not the halves of which JavaScript's texts are made.
  assertEquals((await publish(arena, { ...body, name: "𠀀".repeat(40) })).status, 201);
  const extra = await publish(arena, { ...body, admin: true });
  assertEquals(extra.status, 400);
  const huge = await publish(arena, { ...body, name: "x".repeat(70_000) });
  assertEquals([huge.status, huge.body.code], [413, "PAYLOAD_TOO_LARGE"]);
  for (const path of ["/no-such", "/susde-hourly?sort=luck", "/susde-hourly?most=201"]) {
    const response = await arena.request(BOARD + path);
    assertEquals([response.status, (await response.json()).code], [
      400,
      "REQUEST_VALIDATION_FAILED",
    ]);
    arena.clock.advance(1000);
  }
});

Deno.test("a key has 20 rows on a board, and is told which", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const periods = Array.from({ length: 21 }, (_, at) => 5 + at);
  const answers: Answer[] = [];
  await inTurn(periods, async (period) => {
    const body = await publication(arena, { candidate: candidateOf("yield-rsi", { period }) });
    answers.push(await publish(arena, body));
  });
  assertEquals(answers.slice(0, 20).map(({ status }) => status), Array(20).fill(201));
  const last = answers.at(-1);
  assertEquals([last?.status, last?.body.code], [429, "ENTRY_QUOTA_EXCEEDED"]);
  const listed = last?.body.detail.match(/[0-9a-f]{64}/g).length;
  assertEquals([last?.body.used, last?.body.limit, listed], [20, 20, 20]);
  // Another board has rows of its own.
  const daily = { ...Object(CANDIDATE), timeframe: "daily" };
  assertEquals((await publish(arena, await publication(arena, { candidate: daily }))).status, 201);
});

Deno.test("every page has hold and idle by their figures, and candidates with texts below all others", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const { rows: passive } = await read(arena);
  const { receipt } = await publication(arena);
  const { verdict } = JSON.parse(receipt.payload);
  // Above, at and below both lines; the last of each is eligible, the last of all has a text.
  const near = [...passive, null].flatMap((line) =>
    [1, 0, 0, -1].map((by) => ({ score: (line?.score ?? 50) + by, edge: (line?.edge ?? 2) + by }))
  );
  await inTurn(near.entries(), async ([at, { score, edge }]) => {
    const candidateHash = String(at).padStart(64, "0");
    const eligible = at % 4 === 3;
    const changes = { candidateHash, score, eligible, verdict: { ...verdict, edge } };
    const candidate = at === near.length - 1
      ? candidateOf("expression", { enter: "impliedApy > 0.5", exit: "impliedApy < 0" })
      : CANDIDATE;
    const body = await publication(arena, { candidate, changes, name: `At ${at}` });
    assertEquals((await publish(arena, body)).status, 201);
  });
  const orders = ["score", "edge"].flatMap((
    sort,
  ) => [`?sort=${sort}`, `?sort=${sort}&eligible=true`]);
  await inTurn(orders, async (order) => {
    const { rows: all, total, sort } = await read(arena, order);
    assertEquals([all.length, shown({ rows: all }).at(-1)], [total + 2, [null, "At 11"]]);
    const lines = ["hold", "idle"].flatMap((line) => all.filter((row) => row.line === line));
    const ranked = all.filter(({ rank }) => rank !== null);
    const inOrder = [...lines, ...ranked].toSorted((one, other) => other[sort] - one[sort]);
    assertEquals(shown({ rows: all.slice(0, -1) }), shown({ rows: inOrder }));
    await inTurn(all.keys(), async (from) => {
      const page = await read(arena, `${order}&from=${from}&most=3`);
      assertEquals(page.rows, all.slice(from, from + 3));
    });
  });
});

Deno.test("a board that anyone may read without a key is read once a second", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  await publish(arena, await publication(arena));
  const { published } = arena.arenaStore;
  const readPart = published.read.bind(published);
  let reads = 0;
  published.read = (part) => {
    reads += 1;
    return readPart(part);
  };
  const file = async (): Promise<Leaderboard> => {
    const request = new Request(`http://arena/arena/practice/${hourly}.json`);
    return await (await arena.fetch(request)).json();
  };
  const [first] = await Promise.all([file(), file(), file()]);
  assertEquals([first.total, reads], [1, 1]);
  // This takes a second of the arena.
  const again = await publication(arena, { name: "Again" });
  await file();
  assertEquals(reads, 2);
  // With a key that publishes again and again, readers cost five reads a second, and no more.
  await inTurn([1, 2, 3], async () => {
    await arena.post(BOARD, again, { "x-api-key": arena.key });
    await file();
  });
  assertEquals(reads, 2);
  arena.clock.advance(200);
  assertEquals((await file()).rows.find(({ rank }) => rank === 1)?.name, "Again");
  assertEquals(reads, 3);
});

Deno.test("rows of a leaked signing key leave the board when the key ends before their receipts", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  await publish(arena, await publication(arena, { name: "Before" }));
  const endsAtMs = arena.clock.epochMs();
  const forged = candidateOf("yield-macd");
  await publish(arena, await publication(arena, { candidate: forged, name: "Forged" }));
  assertEquals((await read(arena)).total, 2);

  const { signingKeys } = arena.arenaStore;
  const [leaked] = await signingKeys.list();
  const key = signingKeyOf(new Uint8Array(32).fill(5));
  const record = keyRecordOf(key, secondOf(arena.clock.epochMs()), null);
  assert(await signingKeys.add({ ...record, previous: leaked?.keyId ?? "" }, endsAtMs));
  const after = await read(arena);
  assertEquals([after.total, shown(after).flat().includes("Before")], [1, true]);
  assert(!shown(after).flat().includes("Forged"));
});

Deno.test("a row shows the tries of its key today when they are more than those of its receipt", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const other = await arena.addKey();
  const tries = async (): Promise<readonly unknown[]> =>
    (await read(arena)).rows.filter(({ line }) => line === null)
      .map(({ name, trials }) => [name, trials]).toSorted();
  const mine = await publication(arena, { candidate: candidateOf("yield-rsi"), name: "Mine" });
  await publish(arena, mine);
  const theirs = candidateOf("yield-macd");
  await publish(
    arena,
    await publication(arena, { candidate: theirs, name: "Theirs", key: other }),
    other,
  );
  assertEquals(await tries(), [["Mine", 1], ["Theirs", 1]]);
  await inTurn(
    [5, 6, 7],
    (period) => publication(arena, { candidate: candidateOf("yield-rsi", { period }) }),
  );
  assertEquals(await tries(), [["Mine", 4], ["Theirs", 1]]);
  // The receipt that is published again still says 1.
  await publish(arena, mine);
  assertEquals(await tries(), [["Mine", 4], ["Theirs", 1]]);
});
