import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { makeDatasets } from "../testing/datasets.ts";
import { makeEngine } from "../testing/arena.ts";
import { makeCountCell, refuseCount, tellCounts } from "./count_cell.ts";
import { type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import { compileEngine } from "./load.ts";
import { type Batch, DONE, type FromWorker, SENT, type ToWorker } from "./messages.ts";
import { pack, unpack } from "./packed.ts";
import { serveJobs, type WorkerScope } from "./serve_jobs.ts";
import { okBytes } from "./wire.ts";

const module = await compileEngine();
const datasets = await makeDatasets();
const request = new TextEncoder().encode(
  '{"view":"summary","simulationId":"s","candidate":{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}}',
);

const progress = new Int32Array(2);
const cell = makeCountCell();
const COUNTS = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.25 };

interface Setup {
  readonly clock: ManualClock;
  readonly scope: WorkerScope;
  readonly posted: [FromWorker, Transferable[]][];
  tell(message: ToWorker): void;
}

function setUp(engine: Engine): Setup {
  const posted: [FromWorker, Transferable[]][] = [];
  const scope: WorkerScope = {
    onmessage: null,
    postMessage: (message, transfer) => posted.push([message, transfer]),
  };
  progress.fill(0);
  const clock = new ManualClock();
  serveJobs(scope, () => engine, clock);
  return {
    clock,
    scope,
    posted,
    tell: (message) => {
      if (message.kind !== "start") Atomics.add(progress, SENT, 1);
      scope.onmessage?.(new MessageEvent("message", { data: message }));
    },
  };
}

function batchOf(count: number): Batch {
  return { kind: "simulate", requests: pack(Array.from({ length: count }, () => request)) };
}

Deno.test("serveJobs() answers a batch with bytes that are moved", async () => {
  const { posted, tell } = setUp(await makeEngine());
  tell({ kind: "start", progress, cell, module, datasets });
  tell(batchOf(2));
  const [ready, answered] = posted;
  assertEquals(ready, [{ kind: "ready" }, []]);
  const [message, transfer] = answered ?? [];
  if (message?.kind !== "answers") throw new Error("it must answer");
  assertEquals(transfer, [message.answers.bytes.buffer]);
  const { evidence } =
    JSON.parse(new TextDecoder().decode(message.answers.bytes.subarray(0, message.answers.ends[0])))
      .ok;
  assertEquals(
    message.trials.map((trial) => trial?.candidateHash),
    Array(2).fill(evidence.candidateHash),
  );
  assertEquals(unpack(message.answers).map((answer) => okBytes(answer).length > 0), [true, true]);
  assertEquals(message.end, null);
  assertEquals(progress[DONE], 3, "ready, and two jobs");
});

Deno.test("serveJobs() says of every answer what the engine said and how long it took", async () => {
  const trials = [TRIAL, null];
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    simulate: { value: () => ({ bytes: new Uint8Array(1), trial: trials.shift() ?? null }) },
    evaluate: {
      value: (asked: Uint8Array, payload: Uint8Array) => new Uint8Array([...asked, ...payload]),
    },
    planColumns: { value: ([first = 0]: Uint8Array) => new Float64Array([first, NaN]) },
  });
  const { posted, tell } = setUp(engine);
  tell({ kind: "start", progress, cell, module, datasets: [] });
  const startMs = performance.now();
  tell(batchOf(2));
  tell({ kind: "evaluate", request: new Uint8Array([1]), payload: new Uint8Array([2, 3]) });
  tell({ kind: "plan", request: new Uint8Array([1]) });
  const endMs = performance.now();
  const messages = posted.slice(1).flatMap(([message]) =>
    message.kind === "answers" ? message : []
  );
  assertEquals(messages.map(({ answers, trials }) => [unpack(answers), trials]), [
    [[new Uint8Array(1), new Uint8Array(1)], [TRIAL, null]],
    [[new Uint8Array([1, 2, 3])], [null]],
    [[new Uint8Array(new Float64Array([1, NaN]).buffer)], [null]],
  ]);
  const times = messages.map(({ engineMs }) => engineMs);
  assertEquals(times.map(({ length }) => length), [2, 1, 1]);
  // One job after the other, all of them within what the three batches took.
  const sumMs = times.flat().reduce((sum, ms) => sum + ms, 0);
  assert(times.flat().every((ms) => typeof ms === "number" && ms >= 0));
  assert(sumMs <= endMs - startMs);
});

Deno.test("serveJobs() stops at the job on which the engine broke off", async () => {
  const engine = await makeEngine();
  const answer = { bytes: new Uint8Array(1), trial: null };
  let callCount = 0;
  const simulate = (): SimulationAnswer => {
    if (callCount++ === 0) return answer;
    throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
  };
  const { posted, tell } = setUp(Object.create(engine, { simulate: { value: simulate } }));
  tell({ kind: "start", progress, cell, module, datasets: [] });
  tell(batchOf(3));
  // What broke off may answer wrongly: nothing more is begun.
  tell(batchOf(1));
  const messages = posted.slice(1).map(([message]) => message);
  for (const message of messages) {
    if (message.kind === "answers") assert(message.engineMs.every((ms) => ms >= 0));
  }
  assertEquals(messages.map((message) => ({ ...message, engineMs: [] })), [
    {
      kind: "answers",
      answers: pack([answer.bytes]),
      trials: [null],
      engineMs: [],
      end: "Error: unreachable",
    },
  ]);
  assertEquals(callCount, 2);
  assertEquals(progress[DONE], 2, "ready, and one job");
});

Deno.test("serveJobs() says when the engine has grown over 160 MiB, after its answer", async () => {
  const simulate = (): SimulationAnswer => ({ bytes: new Uint8Array(1), trial: null });
  const endAt = async (memoryBytes: number): Promise<string | null | undefined> => {
    const large: Engine = Object.create(await makeEngine(), {
      memoryBytes: { value: memoryBytes },
      simulate: { value: simulate },
    });
    const { posted, tell } = setUp(large);
    tell({ kind: "start", progress, cell, module, datasets: [] });
    tell(batchOf(1));
    const [message] = posted[1] ?? [];
    return message?.kind === "answers" && message.answers.ends.length === 1
      ? message.end
      : undefined;
  };
  assertEquals(await endAt(167_772_160), null);
  assertEquals(await endAt(167_772_161), "its memory has grown too large");
});

Deno.test("serveJobs() does not start on a dataset that the engine refuses", async () => {
  const { tell, posted } = setUp(await makeEngine());
  const [dataset] = datasets;
  if (!dataset) throw new Error("there are datasets");
  const broken = { ...dataset, columns: dataset.columns.map(() => -1) };
  tell({ kind: "start", progress, cell, module, datasets: [broken] });
  const [[message] = []] = posted;
  if (message?.kind !== "answers") throw new Error("it must not be ready");
  assertStringIncludes(message.end ?? "", "DATASET_INVALID");
});

Deno.test("serveJobs() asks for the count of an evaluation before it answers", async () => {
  const evaluate: Engine["evaluate"] = (_request, _payload, ledger) => {
    return new Uint8Array([ledger.count(TRIAL).count]);
  };
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    evaluate: { value: evaluate },
  });
  const { posted, scope, tell } = setUp(engine);
  tell({ kind: "start", progress, cell, module, datasets: [] });
  // [what the main thread does when it is asked, the bytes of the answer]
  const cases: [() => void, number[]][] = [
    [() => tellCounts(cell, { ...COUNTS, count: 7 }), [7]],
    [() => refuseCount(cell), []],
    [() => tellCounts(cell, { ...COUNTS, count: 8 }), [8]],
  ];
  for (const [answerCount, bytes] of cases) {
    const post = scope.postMessage;
    scope.postMessage = (message, transfer): void => {
      post(message, transfer);
      if (message.kind === "count") answerCount();
    };
    tell({ kind: "evaluate", request: new Uint8Array(), payload: new Uint8Array([1]) });
    scope.postMessage = post;
    const [asked, answered] = posted.splice(-2).map(([message]) => message);
    assertEquals(asked, { kind: "count", trial: TRIAL });
    if (answered?.kind !== "answers") throw new Error("it must answer");
    assertEquals([unpack(answered.answers), answered.end], [[new Uint8Array(bytes)], null]);
  }
});

Deno.test("serveJobs() prepares its datasets while it idles, a job that was sent goes first", async () => {
  const prepared: unknown[] = [];
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    addDataset: { value: () => new TextEncoder().encode('{"ok":{}}') },
    simulate: { value: () => ({ bytes: new Uint8Array(1), trial: null }) },
    prepare: { value: (...name: readonly unknown[]) => prepared.push(name) },
  });
  const { clock, posted, tell } = setUp(engine);
  tell({ kind: "start", progress, cell, module, datasets });
  const names = datasets.map(({ header }) => [header.marketId, header.timeframe]);
  assertEquals([prepared, posted.length], [[], 1], "it is ready before");
  clock.advance(50);
  assertEquals(prepared, names.slice(0, 1));
  Atomics.add(progress, SENT, 1);
  clock.advance(1_000);
  assertEquals(prepared.length, 1, "a job is on its way");
  Atomics.sub(progress, SENT, 1);
  tell(batchOf(1));
  clock.advance(49);
  assertEquals(prepared.length, 1);
  clock.advance(1_000);
  assertEquals([prepared, clock.pendingCount], [names, 0]);
});

Deno.test("serveJobs() says that its engine broke off while it prepared", async () => {
  const prepare = (): never => {
    throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
  };
  const engine = Object.create(await makeEngine(), {
    addDataset: { value: () => new TextEncoder().encode('{"ok":{}}') },
    prepare: { value: prepare },
  });
  const { clock, posted, tell } = setUp(engine);
  tell({ kind: "start", progress, cell, module, datasets });
  clock.advance(1_000);
  const ends = posted.map(([message]) => message.kind === "answers" ? message.end : message.kind);
  assertEquals([ends, clock.pendingCount], [["ready", "Error: unreachable"], 0]);
});
