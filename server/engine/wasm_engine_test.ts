import { assert, assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { makeEngine } from "../../tests/support/arena.ts";
import { makeDatasets } from "../../tests/support/datasets.ts";
import { ApiError } from "../errors.ts";
import { EngineTrap } from "./engine.ts";
import { okBytes, okValue } from "./wire.ts";

const SharpeSchema = z.looseObject({
  metrics: z.looseObject({ sharpe: z.nullable(z.number()) }),
});

const PathsSchema = z.strictObject({
  scenarios: z.array(z.strictObject({
    id: z.string(),
    idle: z.array(z.number()),
    strategy: z.array(z.number()),
  })),
});

const SweepSchema = z.strictObject({
  points: z.array(z.looseObject({
    score: z.number().optional(),
    fieldErrors: z.array(z.looseObject({ path: z.string() })).optional(),
  })),
});

Deno.test("simulate() takes the daily Sharpe ratio off the answer", async () => {
  const engine = await makeEngine();
  for (const dataset of await makeDatasets()) engine.addDataset(dataset);
  const simulate = (strategyId: string): [number | null, number | null] => {
    const candidate = { marketId: 1, components: [{ strategyId }] };
    const request = JSON.stringify({ view: "summary", simulationId: "s", candidate });
    const { bytes, dailySharpe } = engine.simulate(new TextEncoder().encode(request));
    assertEquals(Object.keys(JSON.parse(new TextDecoder().decode(bytes))), ["ok"]);
    return [okValue(SharpeSchema, bytes).metrics.sharpe, dailySharpe];
  };
  const [annual, daily] = simulate("pull-to-par-hold");
  assert(annual !== null, "it trades");
  assertEquals(daily, annual / Math.sqrt(365));
  assertEquals(simulate("yield-rsi"), [null, null], "a run without a trade has no spread");
});

Deno.test("simulate() gives a refusal as it is", async () => {
  const engine = await makeEngine();
  const { bytes, dailySharpe } = engine.simulate(new TextEncoder().encode("{}"));
  assertEquals(dailySharpe, null);
  assertThrows(() => okBytes(bytes), ApiError);
});

Deno.test("scenarioPaths() answers both paths of every scenario, day by day", async () => {
  const engine = await makeEngine();
  for (const dataset of await makeDatasets()) engine.addDataset(dataset);
  const candidate = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
  const answer = engine.scenarioPaths(new TextEncoder().encode(JSON.stringify(candidate)));
  const { scenarios } = okValue(PathsSchema, answer);
  assertEquals(new Set(scenarios.map(({ id }) => id)).size, 12);
  for (const { id, idle, strategy } of scenarios) {
    assert(idle.length > 0, id);
    assertEquals(strategy.length, idle.length, id);
  }
});

Deno.test("sweep() answers a point for every candidate, or what is wrong with it", async () => {
  const engine = await makeEngine();
  for (const dataset of await makeDatasets()) engine.addDataset(dataset);
  const candidates = [{ marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] }, {}];
  const answer = engine.sweep(new TextEncoder().encode(JSON.stringify({ candidates })));
  const [point, faults] = okValue(SweepSchema, answer).points;
  assert(point?.score !== undefined && point.score > 0);
  assertEquals(faults?.fieldErrors?.map(({ path }) => path), ["/marketId", "/components"]);
});

Deno.test("evaluate() takes no more memory however often it is called", async () => {
  const engine = await makeEngine();
  for (const dataset of await makeDatasets()) engine.addDataset(dataset);
  const encoder = new TextEncoder();
  const candidate = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
  const request = JSON.stringify({ view: "full", simulationId: "s", candidate });
  const payload = okBytes(engine.simulate(encoder.encode(request)).bytes);
  const evaluate = (count: number): number => {
    for (let call = 0; call < count; call++) {
      okBytes(engine.evaluate(encoder.encode('{"trials":[]}'), payload));
    }
    return engine.memoryBytes;
  };
  const bytes = evaluate(10);
  assert(bytes > 0, "it has taken some");
  assertEquals(evaluate(200), bytes);
});

Deno.test("whatever the bindings throw is a trap", async () => {
  const engine = await makeEngine();
  // What has no length makes the bindings themselves throw.
  const notBytes = JSON.parse("null");
  assertThrows(() => engine.check(notBytes), EngineTrap);
});
