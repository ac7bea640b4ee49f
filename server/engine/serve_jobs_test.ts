import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeDatasets } from "../../tests/support/datasets.ts";
import { makeEngine } from "../../tests/support/arena.ts";
import { type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import { compileEngine } from "./load.ts";
import type { Batch, FromWorker, ToWorker } from "./messages.ts";
import { pack, unpack } from "./packed.ts";
import { serveJobs, type WorkerScope } from "./serve_jobs.ts";
import { okBytes } from "./wire.ts";

const module = await compileEngine();
const datasets = await makeDatasets();
const request = new TextEncoder().encode(
  '{"view":"summary","simulationId":"s","candidate":{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}}',
);

const progress = new Int32Array(1);

interface Setup {
  readonly posted: [FromWorker, Transferable[]][];
  tell(message: ToWorker): void;
}

function setUp(engine: Engine): Setup {
  const posted: [FromWorker, Transferable[]][] = [];
  const scope: WorkerScope = {
    onmessage: null,
    postMessage: (message, transfer) => posted.push([message, transfer]),
  };
  progress[0] = 0;
  serveJobs(scope, () => engine);
  return {
    posted,
    tell: (message) => scope.onmessage?.(new MessageEvent("message", { data: message })),
  };
}

function batchOf(count: number): Batch {
  return { kind: "simulate", requests: pack(Array.from({ length: count }, () => request)) };
}

Deno.test("serveJobs() answers a batch with bytes that are moved", async () => {
  const { posted, tell } = setUp(await makeEngine());
  tell({ kind: "start", progress, module, datasets });
  tell(batchOf(2));
  const [ready, answered] = posted;
  assertEquals(ready, [{ kind: "ready" }, []]);
  const [message, transfer] = answered ?? [];
  if (message?.kind !== "answers") throw new Error("it must answer");
  assertEquals(transfer, [message.answers.bytes.buffer]);
  assertEquals(message.dailySharpes.length, 2);
  assertEquals(unpack(message.answers).map((answer) => okBytes(answer).length > 0), [true, true]);
  assertEquals(message.end, null);
  assertEquals(progress[0], 3, "ready, and two jobs");
});

Deno.test("serveJobs() stops at the job on which the engine broke off", async () => {
  const engine = await makeEngine();
  const answer = { bytes: new Uint8Array(1), dailySharpe: null };
  let callCount = 0;
  const simulate = (): SimulationAnswer => {
    if (callCount++ === 0) return answer;
    throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
  };
  const { posted, tell } = setUp(Object.create(engine, { simulate: { value: simulate } }));
  tell({ kind: "start", progress, module, datasets: [] });
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
      dailySharpes: [null],
      engineMs: [],
      end: "Error: unreachable",
    },
  ]);
  assertEquals(callCount, 2);
  assertEquals(progress[0], 2, "ready, and one job");
});

Deno.test("serveJobs() says when the engine has grown too large", async () => {
  const simulate = (): SimulationAnswer => ({ bytes: new Uint8Array(1), dailySharpe: null });
  const large: Engine = Object.create(await makeEngine(), {
    memoryBytes: { value: 2 ** 30 },
    simulate: { value: simulate },
  });
  const { posted, tell } = setUp(large);
  tell({ kind: "start", progress, module, datasets: [] });
  tell(batchOf(1));
  const [message] = posted[1] ?? [];
  assertEquals(message?.kind === "answers" && message.end, "its memory has grown too large");
});

Deno.test("serveJobs() does not start on a dataset that the engine refuses", async () => {
  const { tell, posted } = setUp(await makeEngine());
  const [dataset] = datasets;
  if (!dataset) throw new Error("there are datasets");
  const broken = { ...dataset, columns: dataset.columns.map(() => -1) };
  tell({ kind: "start", progress, module, datasets: [broken] });
  const [[message] = []] = posted;
  if (message?.kind !== "answers") throw new Error("it must not be ready");
  assertStringIncludes(message.end ?? "", "DATASET_INVALID");
});
