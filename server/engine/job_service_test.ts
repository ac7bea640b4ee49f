import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { findTransfers } from "../base/remote_messages.ts";
import { ManualClock } from "../testing/clock.ts";
import { makeDatasets } from "../testing/datasets.ts";
import { makeEngine } from "../testing/official.ts";
import { makeCountCell, refuseCount, tellCounts } from "./count_cell.ts";
import { type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import { type BatchAnswers, DONE, JobService } from "./job_service.ts";
import { compileEngine } from "./load.ts";
import { pack, unpack } from "./packed.ts";
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
  readonly service: JobService;
  /** Rejects when the worker must be replaced. */
  readonly lost: Promise<never>;
  /** How often the worker was ready. */
  readonly ready: { count: number };
  /** Sends as many simulations as it says, as a slot does. */
  simulate(count: number): BatchAnswers;
}

/** Starts a worker with an engine. */
function setUp(engine: Engine, given = datasets): Setup {
  progress.fill(0);
  const clock = new ManualClock();
  const service = new JobService(() => engine, clock);
  const ready = { count: 0 };
  const onReady = (): void => void ready.count++;
  const lost = Promise.try(() =>
    service.run({ module, datasets: given }, { progress, cell }, onReady)
  );
  lost.catch(() => {});
  const simulate = (count: number): BatchAnswers => {
    return service.simulate(pack(Array.from({ length: count }, () => request)));
  };
  return { clock, service, lost, ready, simulate };
}

Deno.test("a batch is answered with bytes that are moved", async () => {
  const { ready, simulate } = setUp(await makeEngine());
  const answered = simulate(2);
  const { answers, trials, end } = answered;
  assertEquals([ready.count, end], [1, null]);
  assertEquals(findTransfers([answered]), [answers.bytes.buffer]);
  const [first] = unpack(answers);
  const { evidence } = JSON.parse(new TextDecoder().decode(first)).ok;
  assertEquals(
    trials.map((trial) => trial?.candidateHash),
    Array(2).fill(evidence.candidateHash),
  );
  assertEquals(unpack(answers).map((answer) => okBytes(answer).length > 0), [true, true]);
  assertEquals(progress[DONE], 3, "ready, and two jobs");
});

Deno.test("every answer has the trial of the engine and the time that it took", async () => {
  const trials = [TRIAL, null];
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    simulate: { value: () => ({ bytes: new Uint8Array(1), trial: trials.shift() ?? null }) },
    evaluate: {
      value: (asked: Uint8Array, payload: Uint8Array) => new Uint8Array([...asked, ...payload]),
    },
  });
  const { service, simulate } = setUp(engine, []);
  const startMs = performance.now();
  const batches = [
    simulate(2),
    service.evaluate(new Uint8Array([1]), new Uint8Array([2, 3]), () => {}),
  ];
  const endMs = performance.now();
  assertEquals(batches.map(({ answers, trials }) => [unpack(answers), trials]), [
    [[new Uint8Array(1), new Uint8Array(1)], [TRIAL, null]],
    [[new Uint8Array([1, 2, 3])], [null]],
  ]);
  const times = batches.map(({ engineMs }) => engineMs);
  assertEquals(times.map(({ length }) => length), [2, 1]);
  // One job after the other, all of them within the time of the two batches.
  const sumMs = times.flat().reduce((sum, ms) => sum + ms, 0);
  assert(times.flat().every((ms) => typeof ms === "number" && ms >= 0));
  assert(sumMs <= endMs - startMs);
});

Deno.test("a batch stops at the job on which the engine trapped", async () => {
  const engine = await makeEngine();
  const answer = { bytes: new Uint8Array(1), trial: null };
  let callCount = 0;
  const simulateOne = (): SimulationAnswer => {
    if (callCount++ === 0) return answer;
    throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
  };
  const { simulate } = setUp(Object.create(engine, { simulate: { value: simulateOne } }), []);
  const { engineMs, ...answered } = simulate(3);
  assert(engineMs.length === 1 && engineMs.every((ms) => ms >= 0));
  assertEquals(answered, {
    answers: pack([answer.bytes]),
    trials: [null],
    end: "Error: unreachable",
  });
  // A trapped engine may answer wrongly: nothing more is run on it.
  assertThrows(() => simulate(1), Error, "the engine is lost");
  assertEquals(callCount, 2);
  assertEquals(progress[DONE], 2, "ready, and one job");
});

Deno.test("an engine that has grown over 160 MiB ends its worker after the answer", async () => {
  const endAt = async (memoryBytes: number): Promise<string | null> => {
    const large: Engine = Object.create(await makeEngine(), {
      memoryBytes: { value: memoryBytes },
      simulate: { value: () => ({ bytes: new Uint8Array(1), trial: null }) },
    });
    const { answers, end } = setUp(large, []).simulate(1);
    assertEquals(answers.ends.length, 1);
    return end;
  };
  assertEquals(await endAt(167_772_160), null);
  assertEquals(await endAt(167_772_161), "its memory has grown too large");
});

Deno.test("a worker does not start on a dataset that the engine refuses", async () => {
  const [dataset] = datasets;
  if (!dataset) throw new Error("there are datasets");
  const broken = { ...dataset, columns: dataset.columns.map(() => -1) };
  const { lost, ready } = setUp(await makeEngine(), [broken]);
  await assertRejects(() => lost, Error, "DATASET_INVALID");
  assertEquals(ready.count, 0);
});

Deno.test("an evaluation waits for the count of its trial", async () => {
  const evaluate: Engine["evaluate"] = (_request, _payload, ledger) => {
    return new Uint8Array([ledger.count(TRIAL).count]);
  };
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    evaluate: { value: evaluate },
  });
  const { service } = setUp(engine, []);
  // [what the main thread does when it is asked, the bytes of the answer]
  const cases: [() => void, number[]][] = [
    [() => tellCounts(cell, { ...COUNTS, count: 7 }), [7]],
    [() => refuseCount(cell), []],
    [() => tellCounts(cell, { ...COUNTS, count: 8 }), [8]],
  ];
  for (const [answerCount, bytes] of cases) {
    const asked: unknown[] = [];
    const { answers, end } = service.evaluate(new Uint8Array(), new Uint8Array([1]), (trial) => {
      asked.push(trial);
      answerCount();
    });
    assertEquals([asked, unpack(answers), end], [[TRIAL], [new Uint8Array(bytes)], null]);
  }
});

Deno.test("datasets are prepared one by one while a worker idles", async () => {
  const prepared: unknown[] = [];
  const engine: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 0 },
    addDataset: { value: () => new TextEncoder().encode('{"ok":{}}') },
    simulate: { value: () => ({ bytes: new Uint8Array(1), trial: null }) },
    prepare: { value: (...name: readonly unknown[]) => prepared.push(name) },
  });
  const { clock, ready, simulate } = setUp(engine);
  const names = datasets.map(({ header }) => [header.marketId, header.timeframe]);
  assertEquals([prepared, ready.count], [[], 1], "it is ready before");
  clock.advance(50);
  assertEquals(prepared, names.slice(0, 1));
  clock.advance(49);
  simulate(1);
  clock.advance(49);
  assertEquals(prepared.length, 1);
  clock.advance(1_000);
  assertEquals(prepared, names);
});

Deno.test("an engine that traps while it prepares ends its worker", async () => {
  const prepare = (): never => {
    throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
  };
  const engine = Object.create(await makeEngine(), {
    addDataset: { value: () => new TextEncoder().encode('{"ok":{}}') },
    prepare: { value: prepare },
  });
  const { clock, lost, ready } = setUp(engine);
  clock.advance(1_000);
  await assertRejects(() => lost, Error, "Error: unreachable");
  assertEquals([ready.count, clock.pendingCount], [1, 0]);
});
