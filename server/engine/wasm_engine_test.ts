import { assert, assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { makeEngine } from "../testing/official.ts";
import { makeDatasets } from "../testing/datasets.ts";
import { type Trial, type TrialLedger, UNCOUNTED } from "../contracts/trial.ts";
import { ApiError } from "../base/errors.ts";
import { EngineTrap } from "./engine.ts";
import { okBytes, okValue } from "./wire.ts";
import { PlanDescriptionSchema } from "./wire_schemas.ts";

const SharpeSchema = z.looseObject({
  metrics: z.looseObject({ sharpe: z.nullable(z.number()) }),
});

const LuckSchema = z.looseObject({
  luck: z.looseObject({ trials: z.number(), deflatedSharpe: z.number() }),
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

Deno.test("simulate() removes the trial from the answer", async () => {
  const engine = await makeEngine(await makeDatasets());
  const simulate = (strategyId: string): [number | null, number | null] => {
    const candidate = { marketId: 1, components: [{ strategyId }] };
    const request = JSON.stringify({ view: "summary", simulationId: "s", candidate });
    const { bytes, trial } = engine.simulate(new TextEncoder().encode(request));
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    assertEquals(Object.keys(answer), ["ok"]);
    const { candidateHash, datasetHash } = answer.ok.evidence;
    const dailySharpe = trial?.dailySharpe ?? null;
    assertEquals(trial, { candidateHash, datasetHash, dailySharpe });
    return [okValue(SharpeSchema, bytes).metrics.sharpe, dailySharpe];
  };
  const [annual, daily] = simulate("pull-to-par-hold");
  assert(annual !== null, "it trades");
  assertEquals(daily, annual / Math.sqrt(365));
  assertEquals(simulate("yield-rsi"), [null, null], "a run without a trade has no spread");
});

Deno.test("simulate() returns a refusal unchanged", async () => {
  const engine = await makeEngine();
  const { bytes, trial } = engine.simulate(new TextEncoder().encode("{}"));
  assertEquals(trial, null);
  assertThrows(() => okBytes(bytes), ApiError);
});

Deno.test("simulateAdmitted() asks once about a valid candidate, and answers as simulate() does", async () => {
  const engine = await makeEngine(await makeDatasets());
  const encoder = new TextEncoder();
  const component = { strategyId: "pull-to-par-hold", weightBps: 5_000 };
  const body = JSON.stringify({ marketId: 1, components: [component, component] });
  const order = { candidate: encoder.encode(body), view: "trades", simulationId: "s" } as const;
  const asked: number[] = [];
  const admitted = engine.simulateAdmitted(order, (components) => asked.push(components) > 0);
  const request = `{"view":"trades","simulationId":"s","candidate":${body}}`;
  assertEquals([asked, admitted], [[2], engine.simulate(encoder.encode(request))]);
  assertEquals(engine.simulateAdmitted(order, () => false), null);
  const refuse = (): never => {
    throw new RangeError("no budget");
  };
  assertThrows(() => engine.simulateAdmitted(order, refuse), RangeError, "no budget");
  for (const wrong of ["{}", "{", `${body},"view":"full"`]) {
    const candidate = encoder.encode(wrong);
    const refused = engine.simulateAdmitted({ ...order, candidate }, refuse);
    assertEquals(refused, { bytes: engine.check(candidate).slice(), trial: null });
  }
});

Deno.test("scenarioPaths() answers both paths of every scenario, day by day", async () => {
  const engine = await makeEngine(await makeDatasets());
  const candidate = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
  const answer = engine.scenarioPaths(new TextEncoder().encode(JSON.stringify(candidate)));
  const { scenarios } = okValue(PathsSchema, answer);
  assertEquals(new Set(scenarios.map(({ id }) => id)).size, 12);
  for (const { id, idle, strategy } of scenarios) {
    assert(idle.length > 0, id);
    assertEquals(strategy.length, idle.length, id);
  }
});

Deno.test("sweep() returns a point for every candidate, or its field errors", async () => {
  const engine = await makeEngine(await makeDatasets());
  const candidates = [{ marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] }, {}];
  const answer = engine.sweep(new TextEncoder().encode(JSON.stringify({ candidates })));
  const [point, faults] = okValue(SweepSchema, answer).points;
  assert(point?.score !== undefined && point.score > 0);
  assertEquals(faults?.fieldErrors?.map(({ path }) => path), ["/marketId", "/components"]);
});

const PLAN = {
  base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/overbought", values: [50, 60, 70] }],
};

function bytesOf(request: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}

Deno.test("sharpeLuck() has the ratio of the days and the probability that it is no luck", async () => {
  const engine = await makeEngine();
  // mean 2, sample deviation sqrt(2)
  const two = engine.sharpeLuck(new Float64Array([1, 3]));
  assert(Math.abs((two.sharpe ?? NaN) - Math.SQRT2) < 1e-15);
  const days = Float64Array.from({ length: 100 }, (_, day) => 0.001 + 0.01 * Math.sin(day ** 2));
  const of = (count: number): number =>
    engine.sharpeLuck(days, { count, variance: null }).deflated ?? NaN;
  assertEquals(of(1), engine.sharpeLuck(days).deflated);
  assert(of(1) > of(10) && of(10) > of(1e7) && of(1e7) > 0);
  assert(of(10) > (engine.sharpeLuck(days, { count: 10, variance: 1 }).deflated ?? NaN));
  const none = { sharpe: null, deflated: null };
  assertEquals(engine.sharpeLuck(new Float64Array([0.1, 0.1])), none);
  assertEquals(engine.sharpeLuck(new Float64Array()), none);
});

Deno.test("requiredEdge() is that of Student's t, and more trials take more", async () => {
  const engine = await makeEngine();
  // 1.6698, the 95 % point of Student's t with 62 degrees of freedom, times the error
  assert(Math.abs(engine.requiredEdge(0.003, 1, 64) - 1.6698 * 0.003) < 1e-6);
  // p = 0.05 after 100 trials is 5.128e-4 once: t of 3.45
  assert(Math.abs(engine.requiredEdge(0.003, 100, 64) - 3.446 * 0.003) < 1e-5);
});

Deno.test("planColumns() has the figures of a sweep of the candidates that describePlan() shows", async () => {
  const engine = await makeEngine(await makeDatasets());
  const { candidates, columns: names, count, statuses } = okValue(
    PlanDescriptionSchema,
    engine.describePlan(bytesOf({ plan: PLAN, numbers: [0, 1, 2] })),
  );
  assertEquals([count, statuses[0], names[0]], [3, "ran", PLAN.axes[0]?.path]);
  const columns = engine.planColumns(bytesOf({ plan: PLAN, from: 0, count: 3 }));
  const column = (name: string): number[] => {
    const at = names.indexOf(name);
    return [...columns.subarray(3 * at, 3 * at + 3)];
  };
  const { points } = okValue(SweepSchema, engine.sweep(bytesOf({ candidates })));
  assertEquals(column("score"), points.map(({ score }) => score ?? NaN));
  assertEquals([column(names[0] ?? ""), column("status")], [[50, 60, 70], [0, 0, 0]]);
  assertEquals(columns.length, 3 * names.length);
});

Deno.test("planColumns() of a refused plan is empty, and describePlan() has the reason", async () => {
  const engine = await makeEngine(await makeDatasets());
  const plan = { ...PLAN, method: "guess" };
  assertEquals(engine.planColumns(bytesOf({ plan, from: 0, count: 1 })).length, 0);
  const refusal = new TextDecoder().decode(engine.describePlan(bytesOf({ plan })));
  assertEquals(JSON.parse(refusal).error.fieldErrors[0].path, "/plan/method");
});

Deno.test("the memory of evaluate() does not grow with its calls", async () => {
  const engine = await makeEngine(await makeDatasets());
  const encoder = new TextEncoder();
  const candidate = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
  const request = JSON.stringify({ view: "full", simulationId: "s", candidate });
  const payload = okBytes(engine.simulate(encoder.encode(request)).bytes);
  const evaluate = (count: number): number => {
    for (let call = 0; call < count; call++) {
      okBytes(engine.evaluate(encoder.encode("{}"), payload, UNCOUNTED));
    }
    return engine.memoryBytes;
  };
  const bytes = evaluate(10);
  assert(bytes > 0, "it has taken some");
  assertEquals(evaluate(200), bytes);
});

Deno.test("evaluate() asks its ledger once, and rethrows its error", async () => {
  const engine = await makeEngine(await makeDatasets());
  const encoder = new TextEncoder();
  const candidate = { marketId: 1, components: [{ strategyId: "pull-to-par-hold" }] };
  const request = JSON.stringify({ view: "summary", simulationId: "s", candidate });
  const { bytes, trial } = engine.simulate(encoder.encode(request));
  const payload = okBytes(bytes);
  const asked: Trial[] = [];
  const ledger: TrialLedger = {
    count: (one) => {
      asked.push(one);
      return { count: 3, counted: true, sharpeCount: 7, sharpeVariance: 0.01 };
    },
  };
  const evaluate = (body: Uint8Array, by: TrialLedger): z.infer<typeof LuckSchema>["luck"] =>
    okValue(LuckSchema, engine.evaluate(encoder.encode("{}"), body, by)).luck;
  const deflated = evaluate(payload, ledger);
  assertEquals([asked, deflated.trials], [[trial], 7]);
  const alone = evaluate(payload, UNCOUNTED);
  assertEquals(alone.trials, 1);
  assert(deflated.deflatedSharpe < alone.deflatedSharpe);
  assertThrows(() => evaluate(encoder.encode("{}"), ledger), ApiError);
  assertEquals(asked.length, 1, "what is refused is no trial");
  const failing: TrialLedger = {
    count: () => {
      throw new RangeError("no ledger");
    },
  };
  assertThrows(() => evaluate(payload, failing), RangeError, "no ledger");
  assertEquals(evaluate(payload, UNCOUNTED), alone, "the engine is as it was");
});

Deno.test("every error of the bindings is a trap", async () => {
  const engine = await makeEngine();
  // The bindings themselves throw for a value without a length.
  const notBytes = JSON.parse("null");
  assertThrows(() => engine.check(notBytes), EngineTrap);
});
