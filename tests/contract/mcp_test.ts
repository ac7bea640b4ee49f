import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { EXPRESSION_EXAMPLES } from "../../server/wording/agents.ts";
import { type Arena, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { ACCEPT, call, DAILY, message, read, type Reply, send } from "../../server/testing/mcp.ts";
import { until, whileMoving } from "../../server/testing/until.ts";

function costs({ records }: Arena): readonly (readonly [string | null, number])[] {
  return records.map(({ route, cost }) => [route, cost] as const);
}

Deno.test("agents see all tools, a guide and the rules, in a few tokens", async () => {
  const arena = await makeArena();
  const { result: { tools } } = await send(arena, message("tools/list"));
  assertEquals(tools.map(({ name }: Reply) => name), [
    "list_markets",
    "list_strategies",
    "describe_strategy",
    "check_candidate",
    "simulate",
    "evaluate",
    "trades",
    "start_search",
    "get_search",
    "list_seasons",
    "show_key",
    "enter_season",
    "read_board",
  ]);
  const { category } = tools[1].inputSchema.properties;
  const { categories } = await call(arena, "list_strategies", { category: "no-such" });
  assert(categories.includes(category.description.replace("such as ", "")), category.description);
  // A token of JSON has three to four characters.
  assert(JSON.stringify(tools).length <= 7_300, `${JSON.stringify(tools).length}`);
  assertEquals(
    tools.filter(({ annotations }: Reply) => !annotations.readOnlyHint)
      .map(({ name }: Reply) => name),
    ["evaluate", "start_search", "get_search", "enter_season"],
  );
  const { result: { contents: [guide] } } = await send(
    arena,
    message("resources/read", { uri: "arena://guide" }),
  );
  assert(guide.text.length <= 6_000);
  assertStringIncludes(guide.text, "verdict.edge");
  const { result: { contents: [rules] } } = await send(
    arena,
    message("resources/read", { uri: "arena://rules" }),
  );
  assertEquals(JSON.parse(rules.text).executionPolicy.policyVersion, 1);
});

Deno.test("a tool gives the figures and hashes of its requests, and costs what they cost", async () => {
  const arena = await makeArena();
  const simulated = await call(arena, "simulate", { candidate: DAILY });
  const { data } = await (await arena.post(`${FAMILY}/simulations/summary`, DAILY)).json();
  assertEquals(simulated.resultHash, data.evidence.resultHash);
  assertEquals(simulated.metrics.fills, data.metrics.fills);
  const [inner, outer] = costs(arena);
  assertEquals(inner, [`${FAMILY}/simulations/summary`, 10]);
  assertEquals(outer, ["/mcp", 0]);
  const evaluated = await call(arena, "evaluate", { candidate: DAILY });
  assertEquals(evaluated.verdict.trials.count, 1);
  assertEquals(evaluated.verdict.series, undefined);
  assertMatch(evaluated.says, /%\/y (over|against) holding .* by luck .*1 try/);
  assertEquals(
    simulated.excess,
    data.execution.components.map(({ excess }: Reply) => Number(excess.toPrecision(6))),
  );
});

Deno.test("a list of candidates gives the main figures of each, 32 in one answer", async () => {
  const arena = await makeArena();
  const alone = await call(arena, "simulate", { candidate: DAILY });
  const candidate = Array.from({ length: 32 }, (_, at) => at === 3 ? { marketId: 1 } : DAILY);
  const listed = call(arena, "simulate", { candidate: JSON.stringify(candidate) });
  const { runs, more } = await whileMoving(arena.clock, listed);
  assertEquals([more, runs.length], [undefined, 32]);
  const [first, , , refused] = runs;
  assertEquals(new Set(runs.map((run: Reply) => JSON.stringify(run))).size, 2);
  assertEquals(
    [first.sharpe, first.fills, first.excess],
    [alone.metrics.sharpe, alone.fills, alone.excess[0]],
  );
  assertEquals(refused.fieldErrors.map(({ path }: Reply) => path), ["/components"]);
  const paid = costs(arena).slice(2, -1).filter(([, cost]) => cost !== 0);
  assertEquals(paid.map(([, cost]) => cost).slice(-2), [50, 20]);
  const long = await call(arena, "simulate", { candidate: Array(33).fill(DAILY) });
  assertEquals([long.isError, long.code], [true, "REQUEST_VALIDATION_FAILED"]);
});

Deno.test("the language says what each of its words means, in one answer", async () => {
  const arena = await makeArena();
  const answer = await call(arena, "describe_strategy", { strategyId: "expression" });
  const { columns, constants, functions } = answer.language;
  assertEquals(columns.tvl, "value of the pool [liquidity]");
  assertEquals(functions["mean(x, window)"], ["mean of the window", 5]);
  for (const line of Object.values({ ...columns, ...constants, ...functions })) {
    assertMatch(String(line), /^\w/);
  }
  assert(JSON.stringify(answer).length <= 4_020);
  const { data } = await (await arena.request(`${FAMILY}/strategies/expression`)).json();
  assertEquals(Object.keys(functions).length, data.language.functions.length);
  assert(data.language.functions.every(({ example }: Reply) => example.length > 0));
});

Deno.test("a message without a request costs one unit, and an empty budget refuses it", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 2 } });
  await send(arena, message("tools/list"));
  await send(arena, message("tools/call", { name: "trades", arguments: { limit: 1000 } }));
  assertEquals(costs(arena), [["/mcp", 1], ["/mcp", 1]]);
  const third = message("tools/call", { name: "no_such_tool", arguments: {} });
  await expectProblem(await arena.post("/mcp", third, ACCEPT), "COMPUTE_BUDGET_EXCEEDED");
});

Deno.test("answers stay short", async () => {
  const arena = await makeArena();
  const inputs: readonly (readonly [string, Record<string, unknown>])[] = [
    ["list_markets", {}],
    ["list_strategies", {}],
    ["simulate", { candidate: DAILY }],
    ["evaluate", { candidate: DAILY }],
    ["trades", { candidate: DAILY, limit: 20 }],
  ];
  await inTurn(inputs, async ([name, input]) => {
    arena.clock.advance(1_000);
    const text = JSON.stringify(await call(arena, name, input));
    assert(text.length <= 4_020, `${name}: ${text.length}`);
  });
});

Deno.test("a check answers with the hash and the price, and all errors at once", async () => {
  const arena = await makeArena();
  const { candidateHash, cost } = await call(arena, "check_candidate", { candidate: DAILY });
  const { evidence } =
    (await (await arena.post(`${FAMILY}/simulations/summary`, DAILY)).json()).data;
  assertEquals([candidateHash, cost.simulation], [evidence.candidateHash, 10]);
  const strategyParams = { enter: "zscor(logYield, 20d) > 1", exit: "logYield <" };
  const components = [{ strategyId: "expression", strategyParams }];
  const refused = await call(arena, "check_candidate", { candidate: { ...DAILY, components } });
  assertEquals([refused.isError, refused.fieldErrors.length], [true, 2]);
});

Deno.test("the key comes in either header, and is checked before the body is read", async () => {
  const arena = await makeArena();
  const bearer = { "x-api-key": "", "authorization": `Bearer ${arena.key}` };
  // An empty x-api-key is the caller's choice of that header.
  await expectProblem(await arena.post("/mcp", message("tools/list"), bearer), "API_KEY_MISSING");
  const request = (headers: Record<string, string>, body: BodyInit): Promise<Response> =>
    arena.fetch(new Request("http://arena/mcp", { method: "POST", headers, body }));
  const json = { ...ACCEPT, "content-type": "application/json" };
  const listed = await request(
    { ...json, authorization: `Bearer ${arena.key}` },
    JSON.stringify(message("tools/list")),
  );
  assertEquals((await read(listed)).result.tools.length, 13);
  let isRead = false;
  const body = new ReadableStream({
    pull(controller): void {
      isRead = true;
      controller.close();
    },
  }, { highWaterMark: 0 });
  await expectProblem(await request(json, body), "API_KEY_MISSING");
  assert(!isRead);
  await expectProblem(
    await request({ ...json, authorization: "Bearer sa_wrong" }, "{}"),
    "API_KEY_INVALID",
  );
});

Deno.test("the key of an agent needs the scope of each tool's requests", async () => {
  const arena = await makeArena();
  const key = await arena.addKey({ scopes: ["strategy:read"] });
  const headers = { "x-api-key": key };
  assert(!(await call(arena, "list_markets", {}, headers)).isError);
  const refused = await call(arena, "simulate", { candidate: DAILY }, headers);
  assertEquals([refused.isError, refused.code], [true, "SCOPE_INSUFFICIENT"]);
});

Deno.test("a tool waits for units, ten seconds at most", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 10 } });
  await call(arena, "simulate", { candidate: DAILY });
  const waiting = call(arena, "simulate", { candidate: DAILY });
  assert(!(await whileMoving(arena.clock, waiting)).isError);
});

Deno.test("a key has at most eight messages in flight, and each is one message", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 10 } });
  await call(arena, "simulate", { candidate: DAILY });
  const waiting = Array.from({ length: 8 }, () => call(arena, "simulate", { candidate: DAILY }));
  await until(() => arena.clock.pendingCount === 8);
  const refused = await arena.post("/mcp", message("tools/list"), ACCEPT);
  await expectProblem(refused, "CONCURRENCY_LIMIT_EXCEEDED");
  const other = { "x-api-key": await arena.addKey() };
  assertEquals((await send(arena, message("tools/list"), other)).result.tools.length, 13);
  const list = await arena.post("/mcp", [message("tools/list")], { ...ACCEPT, ...other });
  await expectProblem(list, "MALFORMED_JSON");
  // The clock moves while all of them wait for it: an answer that takes long is not late.
  let left = waiting.length;
  for (const one of waiting) one.finally(() => left -= 1);
  await until(() => {
    if (left > 0 && arena.clock.pendingCount === left) arena.clock.advance(1_000);
    return left === 0;
  });
  const answers = await Promise.all(waiting);
  assert(answers.every(({ isError }) => !isError));
});

Deno.test("a body that is no JSON or too long is refused, and streams are not offered", async () => {
  const arena = await makeArena();
  await expectProblem(await arena.post("/mcp", "{", ACCEPT), "MALFORMED_JSON");
  const twice = '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"ping"}';
  await expectProblem(await arena.post("/mcp", twice, ACCEPT), "MALFORMED_JSON");
  const long = JSON.stringify({ ...message("tools/list"), padding: "x".repeat(70_000) });
  await expectProblem(await arena.post("/mcp", long, ACCEPT), "PAYLOAD_TOO_LARGE");
  await expectProblem(await arena.request("/mcp"), "METHOD_NOT_ALLOWED");
  await expectProblem(await arena.request("/mcp", { method: "DELETE" }), "METHOD_NOT_ALLOWED");
});

Deno.test("every expression of the guide runs on every market", async () => {
  const arena = await makeArena();
  const runs = [1, 2, 3].flatMap((marketId) =>
    EXPRESSION_EXAMPLES.map(({ params: strategyParams }) => ({
      marketId,
      timeframe: "daily",
      components: [{ strategyId: "expression", strategyParams }],
    }))
  );
  await inTurn(runs, async (candidate) => {
    arena.clock.advance(1_000);
    const { isError, fieldErrors } = await call(arena, "simulate", { candidate });
    assert(!isError, JSON.stringify(fieldErrors));
  });
});
