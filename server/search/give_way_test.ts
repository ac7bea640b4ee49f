import { assert, assertEquals } from "@std/assert";
import { compileEngine } from "../engine/load.ts";
import { Crew } from "./crew.ts";
import { Requests } from "./give_way.ts";
import type { SearchAnswer, SearchTask } from "./serve_ranges.ts";

const MODULE = await compileEngine();
const TASK = { kind: "returns", dataset: 0, window: null, candidates: [] } as const;

Deno.test("blocks are small while requests are coming, and as all threads see it", () => {
  const requests = new Requests();
  const elsewhere = new Requests(requests.memory);
  assertEquals([elsewhere.areComing, elsewhere.giveWay()], [false, 1_024]);
  requests.begin();
  assert(elsewhere.areComing);
  requests.end();
  assertEquals(elsewhere.giveWay(), 256);
});

Deno.test("a search waits for a request, until it ends", async () => {
  const requests = new Requests();
  requests.begin();
  const code = `
    import { Requests } from "${import.meta.resolve("./give_way.ts")}";
    self.onmessage = ({ data }) => {
      self.postMessage("waits");
      new Requests(data).giveWay();
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

/** Workers that do nothing until the test answers for them. */
class Idlers {
  readonly tasks: (() => void)[] = [];

  spawn = (): Worker => {
    const worker: Partial<Worker> = {
      postMessage: (task: SearchTask): void => {
        const answer = (data: SearchAnswer): void =>
          worker.onmessage?.call(worker as Worker, new MessageEvent("message", { data }));
        if (task.kind === "start") answer({ kind: "ready" });
        else this.tasks.push(() => answer({ kind: "failed", reason: "done" }));
      },
      terminate: (): void => {},
    };
    return worker as Worker;
  };
}

/** Lets what can go on, go on. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("while requests are coming one worker has no task, but an only one has", async () => {
  for (const [size, expected] of [[2, 1], [1, 1], [3, 2]] as const) {
    const requests = new Requests();
    requests.begin();
    const idlers = new Idlers();
    const crew = await Crew.start(size, idlers.spawn, {
      module: MODULE,
      datasets: [],
      requests: requests.memory,
    });
    const runs = Array.from({ length: 4 }, () => crew.run(TASK).catch(() => {}));
    await turn();
    assertEquals(idlers.tasks.length, expected);
    for (let done = 0; done < 4; done++) {
      idlers.tasks.shift()?.();
      await turn();
    }
    await Promise.all(runs);
  }
});
