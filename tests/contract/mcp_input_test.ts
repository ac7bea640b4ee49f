import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { call, DAILY, type Reply } from "../../server/testing/mcp.ts";

Deno.test("texts are read where a model means a number or an object", async () => {
  const arena = await makeArena();
  const meant = {
    marketId: 1,
    timeframe: "daily",
    capital: "2500",
    components: [{ strategyId: "yield-rsi", weightBps: 10_000, strategyParams: { period: 7 } }],
  };
  const { resultHash } = await call(arena, "simulate", { candidate: meant });
  const written = {
    ...meant,
    marketId: "1",
    capital: 2500,
    components: [{
      strategyId: "yield-rsi",
      weightBps: "10000",
      strategyParams: '{"period":"7"}',
    }],
  };
  const forms = [JSON.stringify(meant), written, {
    ...written,
    components: JSON.stringify(written.components),
  }];
  await inTurn(forms, async (candidate) => {
    arena.clock.advance(1_000);
    assertEquals((await call(arena, "simulate", { candidate })).resultHash, resultHash);
  });
  const always = [{ strategyId: "expression", strategyParams: { target: "1" } }];
  const page = { candidate: { ...DAILY, components: always }, offset: 0, limit: 1 };
  arena.clock.advance(1_000);
  const events = await call(arena, "trades", page);
  assert(!events.isError && events.total > 0, JSON.stringify(events));
  arena.clock.advance(1_000);
  assertEquals(await call(arena, "trades", { ...page, offset: "0", limit: "1" }), events);
  // The service itself stays strict.
  const refused = await arena.post(`${FAMILY}/simulations/summary`, { ...meant, marketId: "1" });
  await expectProblem(refused, "REQUEST_VALIDATION_FAILED");
  // A rule is a text, whatever it looks like.
  assertEquals(events.events[0].eventKind, "executed_trade");
});

Deno.test("a wrong candidate or plan is refused in the words of the service, all errors at once", async () => {
  const arena = await makeArena();
  const candidate = { market: 1, components: [{ strategyId: "yield-rsy", wieghtBps: 1 }] };
  const problem = await (await arena.post(`${FAMILY}/candidates/check`, candidate))
    .json();
  const names = ["check_candidate", "simulate", "evaluate", "trades"];
  await inTurn(names, async (name) => {
    arena.clock.advance(1_000);
    const { isError, fieldErrors } = await call(arena, name, { candidate });
    assert(isError);
    assert(fieldErrors.length >= 3, JSON.stringify(fieldErrors));
    assertEquals(fieldErrors, problem.fieldErrors);
  });
  await inTurn([{ candidate: "yield-rsi" }, { candidate: [] }], async (input) => {
    arena.clock.advance(1_000);
    const { isError, detail } = await call(arena, "simulate", input);
    assert(isError);
    assertStringIncludes(detail, "must be an object such as {");
  });
  const { fieldErrors } = await call(arena, "simulate", { candidate: {} });
  assertEquals(fieldErrors.map(({ path }: Reply) => path), ["/marketId", "/components"]);
  const plan = { base: DAILY, axes: [{ path: "/components/0/strategyParams/perod", values: [7] }] };
  const refused = await call(arena, "start_search", { ...plan, axes: JSON.stringify(plan.axes) });
  assertStringIncludes(JSON.stringify(refused.fieldErrors), "period");
});

Deno.test("missing and wrong arguments are refused in the words of the service", async () => {
  const arena = await makeArena();
  const example = 'an object such as {"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
  const refused = async (name: string, input: Record<string, unknown>): Promise<Reply> => {
    arena.clock.advance(1_000);
    const { isError, code, fieldErrors } = await call(arena, name, input);
    assertEquals([isError, code], [true, "REQUEST_VALIDATION_FAILED"]);
    return fieldErrors.map(({ path, message }: Reply) => `${path} ${message}`);
  };
  assertEquals(await refused("check_candidate", {}), [`/candidate is missing, must be ${example}`]);
  assertEquals(await refused("trades", { limit: "many", offset: -1 }), [
    "/candidate is missing, must be an object as in check_candidate",
    "/offset is -1, must be a whole number from 0 to 1000000",
    '/limit is "many", must be a whole number from 1 to 20',
  ]);
  assertEquals(await refused("describe_strategy", {}), [
    "/strategyId is missing, must be a string",
  ]);
  assertEquals(await refused("get_search", { searchId: "1", cancel: "yes" }), [
    '/cancel is "yes", must be true or false',
  ]);
  const missing = await refused("start_search", {});
  assertEquals(missing.map((line: string) => line.split(" ")[0]), ["/base", "/axes"]);
});

Deno.test("an unknown strategy is answered with the nearest one", async () => {
  const { detail } = await call(await makeArena(), "describe_strategy", {
    strategyId: "yield-rsy",
  });
  assertStringIncludes(detail, "; the nearest is yield-rsi");
});

Deno.test("an agent enters a season, and reads its entries and a board", async () => {
  const arena = await makeArena();
  const { seasons: [season] } = await call(arena, "list_seasons", {});
  assertEquals(season.state, "open");
  const { seasonId } = season;
  const entered = await call(arena, "enter_season", { seasonId, candidate: JSON.stringify(DAILY) });
  assert(!entered.isError, JSON.stringify(entered));
  assertEquals(arena.records.find(({ route }) => route?.endsWith("/entries"))?.cost, 10);
  arena.clock.advance(1_000);
  const { entries } = await call(arena, "list_seasons", { seasonId });
  assertEquals(
    entries.map(({ number, candidateHash }: Reply) => [number, candidateHash]),
    [[entered.number, entered.candidateHash]],
  );
  const { rows } = await call(arena, "read_board", { board: "susde-daily", limit: "2" });
  assertEquals(rows.map(({ line }: Reply) => line).toSorted(), ["hold", "idle"]);
  const unknown = await call(arena, "enter_season", { seasonId: "no-such", candidate: DAILY });
  assert(unknown.isError);
  arena.clock.advance(1_000);
  const weights = [5_000, 1_000, 1_000, 1_000, 1_000, 1_000];
  const components = weights.map((weightBps) => ({ strategyId: "yield-rsi", weightBps }));
  const heavy = { ...DAILY, components };
  const refused = await call(arena, "enter_season", { seasonId, candidate: heavy });
  assert(refused.isError);
  assertStringIncludes(JSON.stringify(refused), "it costs 60 compute units, no request may cost");
});
