import { assert, assertEquals } from "@std/assert";
import { compileEngine } from "../engine/load.ts";
import { WorkerPool } from "./worker_pool.ts";
import { Requests } from "./yield_to_requests.ts";
import { InlineWorker } from "../testing/inline_worker.ts";

const MODULE = await compileEngine();

Deno.test("blocks are small while requests are coming, on every thread", () => {
  const requests = new Requests();
  const elsewhere = new Requests(requests.memory);
  assertEquals([elsewhere.areComing, elsewhere.yieldTo()], [false, 4_096]);
  requests.begin();
  assert(elsewhere.areComing);
  requests.end();
  assertEquals(elsewhere.yieldTo(), 256);
});

Deno.test("a search has a quarter of the time, however many requests are in flight", () => {
  let atMs = 0;
  let ranMs = 0;
  const requests = new Requests(undefined, {
    nowMs: () => atMs,
    wait: (_cells, _cell, _value, forMs) => atMs += forMs,
  });
  requests.begin();
  for (const blockMs of [8, 16, 32, 1, 150, 8, 8, 8]) {
    ranMs += blockMs;
    atMs += blockMs;
    requests.yieldTo();
    assert(ranMs >= atMs / 4, `${ranMs} of ${atMs} ms`);
  }
  assert(ranMs < atMs / 2, "it waits");
});

Deno.test("a search waits until a request ends", async () => {
  const requests = new Requests();
  requests.begin();
  const code = `
    import { Requests } from "${import.meta.resolve("./yield_to_requests.ts")}";
    self.onmessage = ({ data }) => {
      let atMs = 0;
      const wait = (cells, cell, value) => Atomics.wait(cells, cell, value);
      const requests = new Requests(data, { nowMs: () => atMs++, wait });
      self.postMessage("waits");
      requests.yieldTo();
      self.postMessage("goes on");
    };
    self.postMessage("ready");
  `;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data: word }: MessageEvent<string>): void => {
      heard.push(word);
      if (word === "ready") worker.postMessage(requests.memory);
      if (word === "waits") requests.end();
      if (heard.length === 3) resolve();
    };
  });
  worker.terminate();
  URL.revokeObjectURL(url);
  assertEquals(heard, ["ready", "waits", "goes on"]);
});

/** Lets all pending callbacks run. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("while requests are coming one worker stays idle, unless it is the only one", async () => {
  for (const [size, expected] of [[2, 1], [1, 1], [3, 2]] as const) {
    const requests = new Requests();
    requests.begin();
    /** Calls in flight, which the test completes. */
    const calls: (() => void)[] = [];
    const returns = (): Promise<void> => new Promise((resolve) => calls.push(resolve));
    const spawn = (): InlineWorker => new InlineWorker({ start: () => {}, returns });
    const parts = { module: MODULE, datasets: [], requests: requests.memory };
    const pool = await WorkerPool.start(size, spawn, parts);
    const runs = Array.from({ length: 4 }, () => pool.returns(0, null, []));
    await turn();
    assertEquals(calls.length, expected);
    for (let done = 0; done < 4; done++) {
      calls.shift()?.();
      await turn();
    }
    await Promise.all(runs);
  }
});
