import { assert, assertEquals, assertThrows } from "@std/assert";
import { makeDatasets } from "../../tests/support/datasets.ts";
import { makeEngine } from "../../tests/support/arena.ts";
import type { Engine } from "./engine.ts";
import { EngineTrap } from "./engine.ts";
import { compileEngine } from "./load.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { serveJobs, type WorkerScope } from "./serve_jobs.ts";

const module = await compileEngine();
const datasets = await makeDatasets();
const request = new TextEncoder().encode(
  '{"view":"summary","simulationId":"s","candidate":{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}}',
);

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
  serveJobs(scope, () => engine);
  return {
    posted,
    tell: (message) => scope.onmessage?.(new MessageEvent("message", { data: message })),
  };
}

Deno.test("serveJobs() answers jobs with bytes that are moved", async () => {
  const { posted, tell } = setUp(await makeEngine());
  tell({ kind: "start", module, datasets });
  tell({ kind: "simulate", request });
  const [ready, answered] = posted;
  assertEquals(ready, [{ kind: "ready" }, []]);
  const [message, transfer] = answered ?? [];
  if (message?.kind !== "answer") throw new Error("it must answer");
  assertEquals(transfer, [message.answer.bytes.buffer]);
  assertEquals(new TextDecoder().decode(message.answer.bytes.subarray(0, 6)), '{"ok":');
  assert(!message.isSpent);
});

Deno.test("serveJobs() reports an engine that broke off, and one that has grown too large", async () => {
  const engine = await makeEngine();
  const broken: Engine = Object.create(engine, {
    simulate: {
      value: () => {
        throw new EngineTrap("Cannot finish", { cause: new Error("unreachable") });
      },
    },
  });
  const { posted, tell } = setUp(broken);
  tell({ kind: "start", module, datasets: [] });
  tell({ kind: "simulate", request });
  assertEquals(posted[1], [{ kind: "trap", reason: "Error: unreachable" }, []]);
  const large: Engine = Object.create(engine, {
    memoryBytes: { value: 2 ** 30 },
    simulate: { value: () => ({ bytes: new Uint8Array(1), dailySharpe: null }) },
  });
  const other = setUp(large);
  other.tell({ kind: "start", module, datasets: [] });
  other.tell({ kind: "simulate", request });
  const [message] = other.posted[1] ?? [];
  assert(message?.kind === "answer" && message.isSpent);
});

Deno.test("serveJobs() does not start on a dataset that the engine refuses", async () => {
  const { tell } = setUp(await makeEngine());
  const [dataset] = datasets;
  if (!dataset) throw new Error("there are datasets");
  const broken = { ...dataset, columns: dataset.columns.map(() => -1) };
  assertThrows(
    () => tell({ kind: "start", module, datasets: [broken] }),
    Error,
    "DATASET_INVALID",
  );
});
