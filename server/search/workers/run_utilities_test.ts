import { assertEquals, assertRejects } from "@std/assert";
import { Connection } from "../../base/remote.ts";
import { type Engine, EngineTrap } from "../../engine/engine.ts";
import { InlineWorker } from "../../testing/inline_worker.ts";
import { reviveTrapped, RunTrapped, runUtilities, type UtilitiesTask } from "./run_utilities.ts";

const TASK: UtilitiesTask = {
  marketId: 1,
  timeframe: "daily",
  capital: 1,
  seeds: BigUint64Array.of(10n, 20n, 30n),
  candidates: ["1", "2", "3"],
  skipped: [],
  alone: [],
};

/** An engine whose utility is the candidate plus the seed, and that traps where a test says so. */
function engineOf(isTrap: (candidate: string, seed: bigint) => boolean): {
  readonly engine: Engine;
  readonly calls: string[];
} {
  const calls: string[] = [];
  const engine: Pick<Engine, "pathUtilities"> = {
    pathUtilities({ seeds: [seed = 0n] }, candidates): Float64Array<ArrayBuffer> {
      calls.push(`${seed}: ${candidates.join(" ")}`);
      if (candidates.some((candidate) => isTrap(candidate, seed))) throw new EngineTrap("trap");
      return Float64Array.from([...candidates.map(Number), 100, 200], (own) => own + Number(seed));
    },
  };
  return { engine: engine as Engine, calls };
}

const blocksOf = (count: number) => (): Promise<number> => Promise.resolve(count);

Deno.test("candidates run path by path in blocks, and the rows do not depend on the blocks", async () => {
  const { engine, calls } = engineOf(() => false);
  const rows = await runUtilities(engine, TASK, blocksOf(2));
  assertEquals([...rows], [11, 21, 31, 12, 22, 32, 13, 23, 33, 110, 120, 130, 210, 220, 230]);
  assertEquals(calls, ["10: 1 2", "10: 3", "20: 1 2", "20: 3", "30: 1 2", "30: 3"]);
  const other = engineOf(() => false);
  assertEquals(await runUtilities(other.engine, { ...TASK, alone: [1] }, blocksOf(9)), rows);
  assertEquals(other.calls.slice(0, 2), ["10: 2", "10: 1 3"]);
});

Deno.test("lines have their rows without any candidate", async () => {
  const { engine } = engineOf(() => false);
  const rows = await runUtilities(engine, { ...TASK, candidates: [] }, blocksOf(8));
  assertEquals([...rows], [110, 120, 130, 210, 220, 230]);
});

Deno.test("a trap names the path and its candidates, across threads too", async () => {
  const { engine } = engineOf((candidate, seed) => candidate === "2" && seed === 20n);
  const service = { run: () => runUtilities(engine, TASK, blocksOf(2)) };
  const connection = new Connection<typeof service>(new InlineWorker(service), {
    revivers: { RunTrapped: reviveTrapped },
  });
  const { path, candidates } = await assertRejects(() => connection.remote.run(), RunTrapped);
  assertEquals([path, candidates], [1, [0, 1]]);
  connection.close();
});

Deno.test("a candidate that traps runs up to its path", async () => {
  const { engine } = engineOf((candidate, seed) => candidate === "2" && seed >= 20n);
  const skipped = [{ candidate: 1, path: 1 }];
  const rows = await runUtilities(engine, { ...TASK, skipped }, blocksOf(8));
  assertEquals([...rows.subarray(0, 6)], [11, 21, 31, 12, NaN, NaN]);
});
